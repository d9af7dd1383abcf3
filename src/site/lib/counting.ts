import type { InteractionType } from '#shared/contract/interaction-data.ts'

/** An observed event; the tracker adds facts about the page. */
export interface TrackedEvent {
  readonly type: InteractionType
  readonly data: object
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The storage key of the visitor's choice; the only value is `no`. */
export const optOutKey = 'counting'
export const visitKey = 'visit'

export const pageCounting = {
  /** True if the visitor has opted out and the browser could not store the choice. */
  isRefused: false,
  /** Set by the tracker: drops unsent events, and starts a new visit at the next event. */
  forget: (): void => {},
}

/** True if the browser sends Global Privacy Control. */
export function isPrivacyControlOn(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** True if Global Privacy Control or Do Not Track is on, in any browser's variant. */
export function isOptedOutByBrowser(): boolean {
  const told = [navigator.doNotTrack, (window as { doNotTrack?: unknown }).doNotTrack]
  return isPrivacyControlOn() || told.includes('1')
}

/** True if an owner previews the draft. */
const isPreview = () => document.getElementById('preview') !== null

/** True if the visitor or the browser opts out of counting. Checks on each call, so all tabs stop counting at once. */
export function isOptedOut(): boolean {
  let answer: string | null = null
  try {
    answer = localStorage.getItem(optOutKey)
  } catch {}
  return !!answer || pageCounting.isRefused || isOptedOutByBrowser() || isPreview()
}
