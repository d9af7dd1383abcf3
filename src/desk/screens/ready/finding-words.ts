import { dayAndTime } from '#desk/lib/times.ts'
import type { ReadyCheck, ReadyName } from '#shared/contract/ready.ts'

/** The value of a fact, fenced in where it runs from right to left. */
export type Fact = (name: string) => string

/** What was found, and what is to be done where something is. */
export interface Sentence {
  says: string
  mend?: string
}
export type Words = (fact: Fact) => Sentence
export type WordsOf<Check extends ReadyCheck> = Readonly<
  Record<Exclude<ReadyName<Check>, 'slow' | 'failed'>, Words>
>

/** A time of the server's, or what stands in its place. */
export const timeOf = (at: string) => (Number.isNaN(Date.parse(at)) ? at : dayAndTime(new Date(at)))

export const only =
  (says: string, mend?: string): Words =>
  () =>
    mend === undefined ? { says } : { says, mend }

/** What each finding of some checks says, by the check. A finding without words does not compile. */
export type WordsFor<Checks extends ReadyCheck> = {
  readonly [Check in Checks]: { readonly title: string; readonly findings: WordsOf<Check> }
}
