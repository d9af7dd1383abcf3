import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/**
 * The URL of the auth service, the data API and the realtime service: this server, or the configured Supabase project.
 */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')
/** The origin where passkeys work; empty if passkeys are off or a Supabase project is used. */
export const passkeyOrigin = meta('passkey-origin')
/** Names of the external services for signing in. */
export const signInServices = meta('sign-in-services').split(',').filter(Boolean)
/** True if the desk uses our server. A Supabase project has no device ids and manages its own keys. */
export const isOwnServer = apiUrl === location.origin

/** Messages that the desk shows in place of features that a Supabase project lacks. */
export const projectLacks = {
  letters: 'This desk uses a Supabase project, which does not send our emails, so there are no emails to view or test.',
  webhooks: 'This desk uses a Supabase project: set up Database Webhooks in the settings of that project.',
  calendars:
    'This desk uses a Supabase project, which cannot read or publish calendars. Only working hours and days off limit the available times.',
  site: 'This desk uses a Supabase project and a site of static files. To change the site, ask the operator to change its texts and export it again.',
  invitations:
    'The operator must send invitations from the project’s dashboard, under Authentication. Then assign a role to the invited email address here.',
} as const

const recheckMs = 3000

let timer: ReturnType<typeof setTimeout> | undefined
let looks = 0

// TanStack Query stores this state, and refetches failed queries when the connection is back. The library's own
// listener would trust the browser's events.
onlineManager.setEventListener(() => undefined)
onlineManager.setOnline(navigator.onLine)

/** True if the server responds. A response from a proxy or a login page does not count. */
async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const init: RequestInit = { cache: 'no-store', redirect: 'error' }
  try {
    if (isOwnServer) {
      const told = (await (await fetch('/healthz', init)).json()) as { status?: unknown } | null
      return told?.status === 'alive'
    }
    // A Supabase project's response is not read, so it needs no CORS header. A refusal also counts as a response.
    await fetch(`${apiUrl}/auth/v1/health`, { ...init, mode: 'no-cors' })
    return true
  } catch {
    return false
  }
}

async function checkServerNow(): Promise<void> {
  clearTimeout(timer)
  looks += 1
  const mine = looks
  const isBack = await isServerReachable()
  // A newer check has started.
  if (mine !== looks) return
  onlineManager.setOnline(isBack)
  if (!isBack) timer = setTimeout(() => void checkServerNow(), recheckMs)
}

/** Called after a failed request. Checks whether the connection is lost, and polls until the connection is back. */
export function checkConnection(): void {
  if (onlineManager.isOnline()) void checkServerNow()
}

addEventListener('offline', () => void checkServerNow())
// The `online` event may come before the server is reachable, so the event only starts a check.
addEventListener('online', () => void checkServerNow())

if (!onlineManager.isOnline()) void checkServerNow()

// Declared outside the hook: if the function were new on each render, React would resubscribe each time.
const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline())
