import { sampleLetters } from '#shared/contract/outbox.ts'
import { sampleData } from './samples.ts'
import type { LetterData } from './types.ts'

type Named<Thing> = readonly [name: string, thing: Thing]

/** The forms that a letter of one kind may take besides its usual one. */
function variantsOf(data: LetterData): Named<LetterData>[] {
  if (data.kind === 'call-cancelled') {
    return [
      ['call-withdrawn', { ...data, was: null }],
      ['call-reopened', { ...data, isOpenAgain: true }],
    ]
  }
  return data.kind === 'team-call-cancelled' ? [['team-call-given-away', { ...data, why: 'given-away' }]] : []
}

/** Every letter about calls and messages, in each of its forms, by the name under which its picture stands. */
export const sampleSheet = (now: number): Named<LetterData>[] =>
  sampleLetters.flatMap((kind) => {
    const usual = sampleData(kind, now)
    return [[kind, usual] as const, ...variantsOf(usual)]
  })
