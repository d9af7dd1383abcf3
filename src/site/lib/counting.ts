import { isPrivacyControlOn } from './privacy-control.ts'

/** The visitor's answer in this browser: `no`, or nothing. */
export const answerKey = 'counting'
/** The visit in this tab. */
export const visitKey = 'visit'

/** The state of this page alone. */
export const countingHere = {
  /** The visitor said no, and the browser's storage could not take it. */
  isRefused: false,
  /** Set by the tracker: drops what was not sent and begins another visit at the next event. */
  forget: (): void => {},
}

/** Global Privacy Control and Do Not Track, in all their browser variants. */
export function isRefusedByBrowser(): boolean {
  const told = [navigator.doNotTrack, (window as { doNotTrack?: unknown }).doNotTrack]
  return isPrivacyControlOn() || told.includes('1')
}

/** Whether anything says no to counting right now: asked anew each time, so that every tab obeys at once. */
export function isRefused(): boolean {
  let answer: string | null = null
  try {
    answer = localStorage.getItem(answerKey)
  } catch {}
  return !!answer || countingHere.isRefused || isRefusedByBrowser()
}
