import type { Meeting, Span } from '#letters/types.ts'
import type { CallState, ToldState } from './types.ts'

/** What a reader has to hear of a call; null when nothing is news to them. */
export type Change =
  | { what: 'confirmed'; call: Span }
  | { what: 'moved'; call: Span; was: Span }
  /** At the same time with somebody else, or elsewhere. */
  | { what: 'passed'; call: Span; before: Meeting }
  /** `was`: the call that stands in their calendar; null when they were never told of one. */
  | { what: 'cancelled'; was: Span | null }
  | null

/**
 * Compares how a call stands with what its reader was last told. Letters are decided by this and not by the change
 * that caused them: of a change that was taken back, or overtaken by another, nobody hears, and nobody hears twice. But
 * when it is not sure what arrived: then it is said once more.
 */
export function changeFor(told: ToldState | null, now: CallState): Change {
  const stood = told?.status === 'confirmed' ? told.call : null
  switch (now.status) {
    case 'confirmed': {
      const { call } = now
      if (!call) return null
      if (!stood) return { what: 'confirmed', call }
      if (!isSame(stood, call)) return { what: 'moved', call, was: stood }
      if (told && !isSameMeeting(told.meeting, now.meeting)) {
        return { what: 'passed', call, before: told.meeting }
      }
      return told?.isSure ? null : { what: 'confirmed', call }
    }
    case 'cancelled':
      if (told?.status === 'cancelled' && told.isSure) return null
      // Called off before, in a letter that may be lost: the call that stood before that may still stand there.
      return { what: 'cancelled', was: told?.call ?? null }
    // Called off and open again before anybody was told: for the reader the call is off.
    case 'new':
      return stood && { what: 'cancelled', was: stood }
    case 'spam?':
    case 'spam':
    case 'held':
    case 'no-show':
    case 'unknown':
      return null
  }
}

const isSame = (a: Span, b: Span) => a.starts === b.starts && a.ends === b.ends

/** As readers see it: two hosts of one name, or of none, are the same to them. */
const isSameMeeting = (a: Meeting, b: Meeting) =>
  a.host === b.host && a.place === b.place && a.link === b.link
