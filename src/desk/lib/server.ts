import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** The address of auth, data API and realtime: this server, or the configured Supabase project. */
export const apiUrl = meta('supabase-url') || location.origin
export const publishableKey = meta('publishable-key')
/** The origin where passkeys work; empty if they are off, or with a Supabase project. */
export const passkeyOrigin = meta('passkey-origin')
/** Names of the services by which people may sign in. */
export const signInServices = meta('sign-in-services').split(',').filter(Boolean)
/** A Supabase project has no device ids and keeps its keys itself. */
export const isOwnServer = apiUrl === location.origin

/** The desk shows these texts in place of features that a Supabase project does not have. */
export const projectLacks = {
  letters:
    'This desk works with a Supabase project, which writes no letters: there is none to look at or to try.',
  webhooks:
    'This desk works with a Supabase project, which makes no webhooks of ours: use the Database Webhooks in its own settings.',
  calendars:
    'This desk works with a Supabase project, which reads no calendars and gives none: hours and dates off are all that counts.',
  invitations:
    'The project takes invitations from its operator alone: invite the address in its dashboard, under Authentication, then give it a role here.',
} as const

const againMs = 3000

let timer: ReturnType<typeof setTimeout> | undefined
let looks = 0

// TanStack Query keeps the state, and refetches failed queries when the connection is back. Its own listener would
// believe the browser's events.
onlineManager.setEventListener(() => undefined)
onlineManager.setOnline(navigator.onLine)

/** Whether the server answers, and not a proxy or a portal in its place. */
async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false
  const init: RequestInit = { cache: 'no-store', redirect: 'error' }
  try {
    if (isOwnServer) {
      const told = (await (await fetch('/healthz', init)).json()) as { status?: unknown } | null
      return told?.status === 'alive'
    }
    // A project's response is not read, so it needs no CORS header, and a refusal counts as a response too.
    await fetch(`${apiUrl}/auth/v1/health`, { ...init, mode: 'no-cors' })
    return true
  } catch {
    return false
  }
}

async function look(): Promise<void> {
  clearTimeout(timer)
  looks += 1
  const mine = looks
  const isBack = await answers()
  // A newer check has started meanwhile.
  if (mine !== looks) return
  onlineManager.setOnline(isBack)
  if (!isBack) timer = setTimeout(() => void look(), againMs)
}

/** After a failed request, checks whether the connection is lost, and polls until it is back. */
export function doubtConnection(): void {
  if (onlineManager.isOnline()) void look()
}

addEventListener('offline', () => void look())
// The `online` event comes before the server is reachable, so it only starts a check.
addEventListener('online', () => void look())

if (!onlineManager.isOnline()) void look()

// Outside the hook, because React subscribes again whenever this is another function.
const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange)

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline())
