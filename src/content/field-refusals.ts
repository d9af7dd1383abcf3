import { reasons } from '#shared/contract/form-rules.ts'
import { lengthWords } from './form-field.ts'

/** A column that the server refused, and the contract's name of the reason. */
export interface Refused {
  readonly column: string
  readonly reason: string
}

export const timeRefusals = {
  past: 'That time has passed. Please choose one that is still to come.',
  far: 'That is more than two years ahead. Please choose an earlier day.',
} as const

const byReason: Readonly<Record<string, string>> = {
  [reasons.past]: timeRefusals.past,
  [reasons.far]: timeRefusals.far,
}

/** Of a text that may be left out: that it is too long is said by the bound, so what is left is what no database stores. */
export const writeAgain = <Name extends string>(texts: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(
    Object.keys(texts).map((name) => [name, 'Please write this again; a character in it cannot be stored.']),
  ) as Record<Name, string>

/**
 * Why one field was refused: by how much it is too long, whether its time is past or too far, else the sentence of
 * the field. `typed` is what it held.
 */
export function refusalSentence(
  sentences: Readonly<Record<string, string>>,
  { column, reason }: Refused,
  typed = '',
): string {
  const longest = Number(/(\d+) characters$/.exec(reason)?.[1])
  const over = typed.trim().length - longest
  if (over > 0) return lengthWords.over(over, longest)
  return byReason[reason] ?? sentences[column] ?? ''
}
