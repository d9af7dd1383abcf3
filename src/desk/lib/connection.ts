import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { apiUrl, isOwnServer } from './project.ts'

const againMs = 3000

let isLost = !navigator.onLine
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isLost) return
  isLost = next
  for (const tell of listeners) tell()
}

/** Whether any response arrives; its status does not matter. */
async function answers(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    // A project's response is not read, so it needs no CORS header, and a refusal counts as a response too.
    await (isOwnServer
      ? fetch('/healthz', { cache: 'no-store' })
      : fetch(`${apiUrl}/auth/v1/health`, { cache: 'no-store', mode: 'no-cors' }))
    return true
  } catch {
    return false
  }
}

let looks = 0

async function look(): Promise<void> {
  clearTimeout(timer)
  looks += 1
  const mine = looks
  const isBack = await answers()
  // A newer check has started meanwhile.
  if (mine !== looks) return
  set(!isBack)
  if (!isBack) timer = setTimeout(() => void look(), againMs)
}

/** After a failed request, checks whether the connection is lost, and polls until it is back. */
export function doubtConnection(): void {
  if (!isLost) void look()
}

addEventListener('offline', () => void look())
// The `online` event comes before the server is reachable, so it only starts a check.
addEventListener('online', () => void look())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

// Refetches failed queries when the connection is back.
onlineManager.setEventListener((setOnline) => subscribe(() => setOnline(!isLost)))
if (isLost) void look()

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => !isLost)
