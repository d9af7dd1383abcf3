import type { AuthChangeEvent } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { authInWords, isOffline, isOver } from './auth-words.ts'
import { clearDuties, setDuties } from './duties.ts'
import { Failure } from './failure.ts'
import { type Door, findDoor, type Me } from './find-door.ts'
import type { Said } from './landing.ts'
import { isPauseTooLong } from './pause.ts'
import { queryClient } from './query-client.ts'
import { pauseTooLong, whySessionEnded } from './session-end.ts'
import { supabase } from './supabase.ts'
import { forgetTyped, typedBy } from './typed.ts'
import { endAfterAnswers } from './under-way.ts'

export type { Door, Me } from './find-door.ts'

const everyMs = 60_000

let door: Door = { kind: 'opening' }
/** The message after the user has signed out; for every other end the server states the reason. */
let farewell: Said | null = null
let looks = 0
const listeners = new Set<() => void>()

function set(next: Door): void {
  if (JSON.stringify(next) === JSON.stringify(door)) return
  // The reason for the sign-out stays visible through later checks.
  if (next.kind === 'signed-out' && door.kind === 'signed-out') return
  // Clears the cache, so that one person's data are not shown to the next.
  if (next.kind === 'open' && door.kind === 'open' && next.me.id !== door.me.id) queryClient.clear()
  if (next.kind === 'open') typedBy(next.me.id)
  // A session that idled out keeps the drafts: the same person finds what they typed.
  if (next.kind === 'signed-out' && next.says !== pauseTooLong) forgetTyped()
  door = next
  for (const listener of listeners) listener()
}

/** Checks the state of the session again, after a factor was verified, a password set or a role granted. */
export async function lookAtDoor(): Promise<void> {
  looks += 1
  const look = looks
  const next = await findDoor().catch(stateAfter)
  // Only the latest check counts, and a failed one does not close an open desk.
  if (next && look === looks) set(next)
}

function stateAfter(error: unknown): Door | null {
  if (isOver(error)) {
    void supabase.auth.signOut({ scope: 'local' })
    return null
  }
  return door.kind === 'open' && isOffline(error) ? null : { kind: 'failed', says: authInWords(error) }
}

/** Called once the user has chosen a password or kept the old one. */
export function endPasswordDuty(): Promise<void> {
  setDuties({ password: null })
  return lookAtDoor()
}

/** Called once the user has saved the recovery codes. */
export function endCodesDuty(): Promise<void> {
  setDuties({ codes: false })
  return lookAtDoor()
}

/** Signs out, here or everywhere. Returns an error message if that failed; then nobody was signed out. */
export function signOut(scope: 'local' | 'global' = 'local'): Promise<string | null> {
  const text = scope === 'local' ? 'You are signed out.' : 'You are signed out everywhere.'
  return leave(scope, { text, isFault: false })
}

async function leave(scope: 'local' | 'global', says: Said): Promise<string | null> {
  return endAfterAnswers(async () => {
    farewell = says
    try {
      const { error } = await supabase.auth.signOut({ scope })
      // This browser forgets the session even when the server could not be reached.
      return error && scope !== 'local' ? authInWords(error) : null
    } finally {
      farewell = null
    }
  })
}

supabase.auth.onAuthStateChange((event: AuthChangeEvent) => {
  if (event === 'TOKEN_REFRESHED') return
  if (event === 'SIGNED_OUT') {
    clearDuties()
    queryClient.clear()
    looks += 1
    set({ kind: 'signed-out', says: farewell ?? whySessionEnded() })
    return
  }
  // The page runs the first check itself.
  if (event === 'INITIAL_SESSION') return
  // The client holds a lock during this callback, so calling it here would deadlock.
  setTimeout(() => void lookAtDoor())
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDoor = (): Door => useSyncExternalStore(subscribe, () => door)

/** The present colleague. Only for code behind the entry flow. */
export function useMe(): Me {
  const current = useDoor()
  if (current.kind !== 'open') throw new Error('the door is closed')
  return current.me
}

/** Owners and agents change things, viewers look. */
export const mayWork = (me: Me): boolean => me.role !== 'viewer'

// An ended session or a suspended account is noticed by the first response that reports it.
function notice(error: unknown): void {
  if (door.kind === 'open' && (isOver(error) || isForbidden(error))) void lookAtDoor()
}

const isForbidden = (error: unknown) => error instanceof Failure && error.status === 403

for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()]) {
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
  })
}

// An idle desk notices it within a minute.
setInterval(() => {
  if (door.kind !== 'open' || document.visibilityState !== 'visible') return
  if (isPauseTooLong()) void leave('local', pauseTooLong)
  else void lookAtDoor()
}, everyMs)
