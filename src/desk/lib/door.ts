import type { AuthChangeEvent } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { type DeskMe, deskMe, type StaffRole } from '#shared/contract/desk-people.ts'
import { authInWords, isOffline, isOver } from './auth-words.ts'
import { clearDuties, duties, forgetTyped, isPauseTooLong, setDuties, typedBy } from './browser-storage.ts'
import { dataOf, Failure } from './failure.ts'
import { landing, linkIsOver, pauseTooLong, type Said, whySessionEnded } from './landing.ts'
import { queryClient } from './query-client.ts'
import { endAfterAnswers } from './requests.ts'
import { supabase } from './supabase.ts'

/** A signed-in member. Code behind the entry flow relies on the role. */
export type Me = DeskMe & { role: StaffRole }

/** The state of the entry flow. Each state but `open` has a screen. */
export type Door =
  | { kind: 'opening' }
  | { kind: 'signed-out'; says: Said | null }
  /** The account has a second factor, which this session has not verified. */
  | { kind: 'code'; email: string }
  /** The account has no second factor yet, so one must be set up. */
  | { kind: 'enrol'; email: string }
  /** The second factor was set up just now; its recovery codes must be saved. */
  | { kind: 'codes'; email: string }
  /** The user followed a link that requires a new password, after verifying a second factor if there is one. */
  | { kind: 'new-password'; email: string; why: 'recovery' | 'invitation' }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: Me }

let arriving: Promise<Said | null> | undefined

/** Consumes the tokens of a link once. Returns the message about the link. */
async function arrive(): Promise<Said | null> {
  const { tokens, password, says } = landing
  if (!tokens) return says
  const { error } = await supabase.auth.setSession(tokens)
  if (error && isOffline(error)) {
    // The tokens of the link are still valid, so they are tried again.
    arriving = undefined
    throw error
  }
  if (error) return { text: linkIsOver, isFault: true }
  setDuties({ password, codes: false })
  return says
}

/**
 * Reads the user's role. If a token is refused although its session is valid, its signing key was replaced, so the
 * token is refreshed.
 */
async function askMe() {
  const answer = await supabase.rpc('desk_me')
  if (answer.status !== 401) return answer
  const { error } = await supabase.auth.refreshSession()
  if (error) throw error
  const again = await supabase.rpc('desk_me')
  if (!again.error) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  return again
}

/** Asks the database for the session's state, because a token may be an hour old. */
async function findDoor(): Promise<Door> {
  arriving ??= arrive()
  const says = await arriving
  const { data, error } = await supabase.auth.getSession()
  // The session is kept: only its refresh failed.
  if (error && !data.session) throw error
  if (!data.session) return { kind: 'signed-out', says }
  const me = v.parse(deskMe, dataOf(await askMe()))
  const { email, role, member } = me
  if (!member) return { kind: 'no-member', email }
  const { password, codes } = duties()
  if (role) {
    if (password) return { kind: 'new-password', email, why: password }
    return codes ? { kind: 'codes', email } : { kind: 'open', me: { ...me, role } }
  }
  // The token may still say aal2 after its device was removed, so the devices are counted.
  const asked = await supabase.auth.getUser()
  if (asked.error) throw asked.error
  if (asked.data.user.factors?.some(({ status }) => status === 'verified')) return { kind: 'code', email }
  return password ? { kind: 'new-password', email, why: password } : { kind: 'enrol', email }
}

const everyMs = 60_000

let door: Door = { kind: 'opening' }
/** The message after a sign-out. If the session ends in another way, the server states the reason. */
let farewell: Said | null = null
let looks = 0
const listeners = new Set<() => void>()

function set(next: Door): void {
  if (JSON.stringify(next) === JSON.stringify(door)) return
  // The reason for the sign-out stays visible through later checks.
  if (next.kind === 'signed-out' && door.kind === 'signed-out') return
  // Clears the cache, so that one user's data is not shown to the next.
  if (next.kind === 'open' && door.kind === 'open' && next.me.id !== door.me.id) queryClient.clear()
  if (next.kind === 'open') typedBy(next.me.id)
  // Drafts survive an idle timeout, so that the same user finds them again.
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

/** Signs out, here or everywhere. Returns an error message if that failed; then no session was ended. */
export function signOut(scope: 'local' | 'global' = 'local'): Promise<string | null> {
  const text = scope === 'local' ? 'You are signed out.' : 'You are signed out everywhere.'
  return leave(scope, { text, isFault: false })
}

async function leave(scope: 'local' | 'global', says: Said): Promise<string | null> {
  return endAfterAnswers(async () => {
    farewell = says
    try {
      const { error } = await supabase.auth.signOut({ scope })
      // This browser forgets the session even if the server could not be reached.
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

/** The signed-in member. Only for code behind the entry flow. */
export function useMe(): Me {
  const current = useDoor()
  if (current.kind !== 'open') throw new Error('useMe was called before sign-in.')
  return current.me
}

/** Whether the user may change data: viewers may not. */
export const mayWork = (me: Me): boolean => me.role !== 'viewer'

// The first response that reports an ended session or a suspended account starts a check.
function notice(error: unknown): void {
  if (door.kind === 'open' && (isOver(error) || isForbidden(error))) void lookAtDoor()
}

const isForbidden = (error: unknown) => error instanceof Failure && error.status === 403

for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()]) {
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
  })
}

// An idle desk finds out within a minute.
setInterval(() => {
  if (door.kind !== 'open' || document.visibilityState !== 'visible') return
  if (isPauseTooLong()) void leave('local', pauseTooLong)
  else void lookAtDoor()
}, everyMs)
