import type { Callers } from '#shared/contract/hosts.ts'

/** Words of who takes calls, in the booking dialog and its receipt. */
export const callersWords = {
  label: 'Who will call',
  colleague: 'a colleague',
  phone: (who: string) => `${who} will call you.`,
  /** Some of them take calls by a link, to which the visitor comes as well. */
  link: (who: string) => `${who} will take your call.`,
} as const

/** `Anna Meyer, Ben Okafor or a colleague`; null where nobody is named. */
export function whoCalls({ callers, others }: Callers): string | null {
  if (callers.length === 0) return null
  const names = [...callers.map(({ name }) => name), ...(others ? [callersWords.colleague] : [])]
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} or ${last}`
}

/** The same as a sentence. */
export function callersSentence(told: Callers): string | null {
  const who = whoCalls(told)
  const way = told.callers.every(({ place }) => place === 'phone') ? callersWords.phone : callersWords.link
  return who && way(who)
}
