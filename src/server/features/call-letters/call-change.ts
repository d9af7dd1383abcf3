import type { Meeting, Span } from '#letters/types.ts'
import type { CallState, ToldState } from './types.ts'

/** What a letter must tell its reader about a call; null if there is nothing new. */
export type Change =
  | { what: 'confirmed'; call: Span }
  | { what: 'moved'; call: Span; was: Span }
  /** The time is the same; the host or the place has changed. */
  | { what: 'passed'; call: Span; before: Meeting }
  /** `was`: the call in the reader's calendar; null if no letter has told them of one. */
  | { what: 'cancelled'; was: Span | null }
  | null

/**
 * Compares a call with what its reader was last told. This decides about letters, and not the change that caused them:
 * a change that was undone or overtaken causes no letter, and none is sent twice, unless it is uncertain whether the
 * earlier one arrived.
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
      // The earlier cancellation may be lost, so the call before it may still be in the reader's calendar.
      return { what: 'cancelled', was: told?.call ?? null }
    // Cancelled and reopened before a letter was sent: for the reader the call is cancelled.
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

/** Compares what the reader sees: two hosts with the same name, or without one, look the same. */
const isSameMeeting = (a: Meeting, b: Meeting) =>
  a.host === b.host && a.place === b.place && a.link === b.link
