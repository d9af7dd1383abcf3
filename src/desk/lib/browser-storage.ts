import { sessionIdleHours } from '#shared/contract/auth.ts'

/**
 * Wraps one of the browser's storage objects. If storage is blocked, even reading the property throws, so values are
 * stored in memory until the page is reloaded or closed. `browser` is a function, because the first access may throw.
 */
function wrapStorage(browser: () => Storage) {
  const memory = new Map<string, string>()
  /** Returns undefined if the browser refuses access. */
  const attempt = <Result>(act: (storage: Storage) => Result): Result | undefined => {
    try {
      return act(browser())
    } catch {
      return undefined
    }
  }
  return {
    isBlocked: () => attempt((storage) => storage.length) === undefined,
    getItem: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key: string, text: string): void {
      const isKept = attempt((storage) => {
        storage.setItem(key, text)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, text)
    },
    removeItem(key: string): void {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: (): string[] => [...memory.keys(), ...(attempt(Object.keys) ?? [])],
  }
}

/** Storage shared by all tabs. */
export const local = wrapStorage(() => localStorage)
/** Storage that is removed when the tab is closed. */
const session = wrapStorage(() => sessionStorage)

/*
 * Unsent text, such as a search or a note. The text may name a person, so it is in session storage and not in URLs,
 * which end up in histories, logs and screenshots. The text survives a reload and the loss of the session. It is
 * removed when the tab is closed, when the user signs out in any tab, and when another user signs in.
 */
const first = 'desk-typed:'
const whose = 'desk-typed-by'
/** Shared by all tabs; each sign-out changes the value. */
const signOuts = 'desk-sign-outs'

export const readTypedText = (place: string): string => session.getItem(first + place) ?? ''

/** Returns the search text for a list. If the list was opened by a link, an earlier search in this tab is ignored. */
export function readSearch(list: string): string {
  const [arrival] = performance.getEntriesByType('navigation')
  const isLink = arrival instanceof PerformanceNavigationTiming && arrival.type === 'navigate'
  if (isLink && !searched.has(list)) saveTypedText(list, '')
  searched.add(list)
  return readTypedText(list)
}
/** Lists that have been shown since the page was loaded. */
const searched = new Set<string>()

export const saveTypedText = (place: string, text: string): void => {
  if (text) session.setItem(first + place, text)
  else session.removeItem(first + place)
}

/**
 * Removes typed texts from this tab if a user has signed out since they were typed, or if they belong to another user
 * than `id`. If `id` is undefined, no user is signed in.
 */
export function claimTypedTexts(id?: string): void {
  const [owner, count] = session.getItem(whose)?.split(' ') ?? []
  const now = local.getItem(signOuts) ?? ''
  if (count === now && (id === undefined || id === owner)) return
  for (const key of session.keys()) if (key.startsWith(first)) session.removeItem(key)
  session.setItem(whose, `${id ?? ''} ${now}`)
}

/** Changes when another user signs in, and after a sign-out. */
export const typedTextsOwner = () => session.getItem(whose)

/** Records that the user has chosen to sign out. */
export const recordSignOut = (): void => local.setItem(signOuts, String(Number(local.getItem(signOuts) ?? 0) + 1))

/** Steps that must follow the sign-in before the desk opens. */
interface PendingSteps {
  /** The reason a password must be set; null if none is required. */
  password: 'recovery' | 'invitation' | null
  /** True if the recovery codes for a new second factor must be saved. */
  codes: boolean
}

const none: PendingSteps = { password: null, codes: false }
const key = 'desk-duties'
let known = read()

export const pendingSteps = (): PendingSteps => known

/** Stored for the session, because phones discard a page while its user looks up a code in another app. */
export function setPendingSteps(change: Partial<PendingSteps>): void {
  known = { ...known, ...change }
  session.setItem(key, JSON.stringify(known))
}

export const clearPendingSteps = () => setPendingSteps(none)

function read(): PendingSteps {
  try {
    const { password, codes } = JSON.parse(session.getItem(key) ?? '{}') as Partial<PendingSteps>
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

/** The time of the last activity in this tab. */
let here = Date.now()

/** Records activity for all tabs, because the tabs share one session. */
function recordActivity(): void {
  const now = Date.now()
  if (now - here < minute / 2) return
  here = now
  local.setItem(place, String(now))
}

const lastActivity = (): number => Math.max(here, Number(local.getItem(place) ?? 0))

/**
 * True if the desk has been idle for longer than allowed. An open page refreshes its token automatically, so the server
 * cannot detect idle time.
 */
export const isIdleTooLong = (): boolean => Date.now() - lastActivity() > sessionIdleHours * 60 * minute

for (const event of ['pointerdown', 'keydown', 'wheel'] as const) {
  addEventListener(event, recordActivity, { passive: true, capture: true })
}
