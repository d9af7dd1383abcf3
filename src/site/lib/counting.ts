import type { InteractionType } from '#shared/contract/interaction-data.ts'

/** One observed event; the tracker adds the facts of the page. */
export interface Tracked {
  readonly type: InteractionType
  readonly data: object
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The visitor's answer in this browser: `no`, or nothing. */
export const answerKey = 'counting'
export const visitKey = 'visit'

export const countingHere = {
  /** The visitor has refused, and the browser's storage could not keep that. */
  isRefused: false,
  /** Set by the tracker: drops unsent events and starts a new visit at the next event. */
  forget: (): void => {},
}

/** Global Privacy Control, where the browser has one and the visitor has turned it on. */
export function isPrivacyControlOn(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** Global Privacy Control and Do Not Track, in all their browser variants. */
export function isRefusedByBrowser(): boolean {
  const told = [navigator.doNotTrack, (window as { doNotTrack?: unknown }).doNotTrack]
  return isPrivacyControlOn() || told.includes('1')
}

/** Whether the visitor or the browser refuses counting: checked each time, so that every tab obeys at once. */
export function isRefused(): boolean {
  let answer: string | null = null
  try {
    answer = localStorage.getItem(answerKey)
  } catch {}
  return !!answer || countingHere.isRefused || isRefusedByBrowser()
}
