import { idleHours } from '#shared/contract/auth.ts'

/* Unsent text, such as a search or a note. It may name a person, so it is kept out of addresses, which end up in
   histories, logs and screenshots, and in session storage: it survives a reload, and is removed with the tab, on
   signing out, and when somebody else signs in. An idle timeout does not remove it. */
const first = 'desk-typed:'
const whose = 'desk-typed-by'

export const typedIn = (place: string): string => sessionStorage.getItem(first + place) ?? ''

export const keepTyped = (place: string, text: string): void => {
  if (text) sessionStorage.setItem(first + place, text)
  else sessionStorage.removeItem(first + place)
}

export const forgetTyped = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(first)) sessionStorage.removeItem(key)
}

/** A draft in this tab is not shown to another person. */
export function typedBy(id: string): void {
  if (sessionStorage.getItem(whose) === id) return
  forgetTyped()
  sessionStorage.setItem(whose, id)
}

/** What a colleague must do before the desk opens, besides signing in. */
interface Duties {
  /** Choose a password, and why. */
  password: 'recovery' | 'invitation' | null
  /** Keep the recovery codes of the second factor that was just set up. */
  codes: boolean
}

const none: Duties = { password: null, codes: false }
const key = 'desk-duties'
let known = read()

export const duties = (): Duties => known

/** In session storage: phones discard a page while its user looks for a code in another app. */
export function setDuties(change: Partial<Duties>): void {
  known = { ...known, ...change }
  try {
    sessionStorage.setItem(key, JSON.stringify(known))
  } catch {
    // Without storage they last until the page is closed.
  }
}

export const clearDuties = () => setDuties(none)

function read(): Duties {
  try {
    const { password, codes } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Duties>
    return {
      password: password === 'recovery' || password === 'invitation' ? password : null,
      codes: codes === true,
    }
  } catch {
    return none
  }
}

const place = 'desk-touched'
const minute = 60_000

/** The fallback when storage is blocked. */
let here = Date.now()

/** Records activity for all tabs, which share one session. */
function noteTouch(): void {
  const now = Date.now()
  if (now - here < minute / 2) return
  here = now
  try {
    localStorage.setItem(place, String(now))
  } catch {
    // Storage is blocked.
  }
}

function lastTouch(): number {
  try {
    return Math.max(here, Number(localStorage.getItem(place) ?? 0))
  } catch {
    return here
  }
}

/**
 * Whether the desk has been idle for the longest time allowed. An open page refreshes its token by itself, so the
 * server cannot see that nobody uses it.
 */
export const isPauseTooLong = (): boolean => Date.now() - lastTouch() > idleHours * 60 * minute

for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, noteTouch, { passive: true, capture: true })
}
