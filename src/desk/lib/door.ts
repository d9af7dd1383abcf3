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

export type { Door, Me } from './find-door.ts'

const everyMs = 60_000

let door: Door = { kind: 'opening' }
/** What is said to who ends the session themselves; of every other end the server knows more. */
let farewell: Said | null = null
let looks = 0
const listeners = new Set<() => void>()

function set(next: Door): void {
  if (JSON.stringify(next) === JSON.stringify(door)) return
  // Why somebody was signed out stays said, whoever looks again.
  if (next.kind === 'signed-out' && door.kind === 'signed-out') return
  // What one person has read is not shown to the next.
  if (next.kind === 'open' && door.kind === 'open' && next.me.id !== door.me.id) queryClient.clear()
  if (next.kind === 'open') typedBy(next.me.id)
  // A pause that was too long ends nothing but the session: the same person finds what they typed.
  if (next.kind === 'signed-out' && next.says !== pauseTooLong) forgetTyped()
  door = next
  for (const listener of listeners) listener()
}

/** Looks again how far we are; after a factor was proven, a password set, a role given. */
export async function lookAtDoor(): Promise<void> {
  looks += 1
  const look = looks
  const next = await findDoor().catch(stateAfter)
  // Only the last look counts, and one that could not be made does not close an open desk.
  if (next && look === looks) set(next)
}

function stateAfter(error: unknown): Door | null {
  if (isOver(error)) {
    void supabase.auth.signOut({ scope: 'local' })
    return null
  }
  return door.kind === 'open' && isOffline(error) ? null : { kind: 'failed', says: authInWords(error) }
}

/** The password is chosen, or stays as it was. */
export function endPasswordDuty(): Promise<void> {
  setDuties({ password: null })
  return lookAtDoor()
}

/** The recovery codes are kept. */
export function endCodesDuty(): Promise<void> {
  setDuties({ codes: false })
  return lookAtDoor()
}

/** Signs out: here, or everywhere. Gives what went wrong, in words; then nobody was signed out. */
export function signOut(scope: 'local' | 'global' = 'local'): Promise<string | null> {
  const text = scope === 'local' ? 'You are signed out.' : 'You are signed out everywhere.'
  return leave(scope, { text, isFault: false })
}

async function leave(scope: 'local' | 'global', says: Said): Promise<string | null> {
  farewell = says
  try {
    const { error } = await supabase.auth.signOut({ scope })
    // From this browser one is gone even when the server did not hear of it.
    return error && scope !== 'local' ? authInWords(error) : null
  } finally {
    farewell = null
  }
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
  // The first look is the page's own.
  if (event === 'INITIAL_SESSION') return
  // The client holds a lock while it tells us; asking it anything before we return would wait for ever.
  setTimeout(() => void lookAtDoor())
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDoor = (): Door => useSyncExternalStore(subscribe, () => door)

/** Who works here. Only for what lies behind the open door. */
export function useMe(): Me {
  const current = useDoor()
  if (current.kind !== 'open') throw new Error('the door is closed')
  return current.me
}

/** Owners and agents change things, viewers look. */
export const mayWork = (me: Me): boolean => me.role !== 'viewer'

// A session that was ended elsewhere, or a person stopped, is noticed by the first answer that says so,
function notice(error: unknown): void {
  if (door.kind === 'open' && (isOver(error) || isForbidden(error))) void lookAtDoor()
}

const isForbidden = (error: unknown) => error instanceof Failure && error.status === 403

for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()]) {
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
  })
}

// and within a minute by a desk at which nothing is asked for.
setInterval(() => {
  if (door.kind !== 'open' || document.visibilityState !== 'visible') return
  if (isPauseTooLong()) void leave('local', pauseTooLong)
  else void lookAtDoor()
}, everyMs)
