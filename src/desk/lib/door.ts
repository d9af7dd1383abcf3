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

/** A signed-in member. Code behind the entry flow relies on the member's role. */
export type Me = DeskMe & { role: StaffRole }

/** The state of the entry flow. Each state except `open` has a screen. */
export type Door =
  | { kind: 'opening' }
  | { kind: 'signed-out'; says: Said | null }
  /** The account has a second factor, but this session has not verified it. */
  | { kind: 'code'; email: string }
  /** The account has no second factor yet, so the user must set one up. */
  | { kind: 'enrol'; email: string }
  /** The user has just set up the second factor, and must save its recovery codes. */
  | { kind: 'codes'; email: string }
  /** The user followed a link that requires a new password, and has verified any second factor. */
  | { kind: 'new-password'; email: string; why: 'recovery' | 'invitation' }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: Me }

let arriving: Promise<Said | null> | undefined

/** Uses the tokens of a link once. Returns the message about the link. */
async function arrive(): Promise<Said | null> {
  const { tokens, password, says } = landing
  if (!tokens) return says
  const { error } = await supabase.auth.setSession(tokens)
  if (error && isOffline(error)) {
    // The link's tokens are still valid, so the next check uses them again.
    arriving = undefined
    throw error
  }
  if (error) return { text: linkIsOver, isFault: true }
  setDuties({ password, codes: false })
  return says
}

/**
 * Reads the user's role. If a token is refused although its session is valid, the signing key was replaced, so the
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

/** Asks the database for the session's state, because the token may be an hour old. */
async function findDoor(): Promise<Door> {
  arriving ??= arrive()
  const says = await arriving
  const { data, error } = await supabase.auth.getSession()
  // The session is not lost: only its refresh failed.
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
  // The token may still say aal2 after its device was removed, so the desk counts the devices.
  const asked = await supabase.auth.getUser()
  if (asked.error) throw asked.error
  if (asked.data.user.factors?.some(({ status }) => status === 'verified')) return { kind: 'code', email }
  return password ? { kind: 'new-password', email, why: password } : { kind: 'enrol', email }
}

const everyMs = 60_000

let door: Door = { kind: 'opening' }
/** The message after a sign-out. If the session ended in another way, the server states the reason. */
let farewell: Said | null = null
let looks = 0
const listeners = new Set<() => void>()

function set(next: Door): void {
  if (JSON.stringify(next) === JSON.stringify(door)) return
  // Later checks must not hide the reason for the sign-out.
  if (next.kind === 'signed-out' && door.kind === 'signed-out') return
  // The cache is cleared so that one user's data is not shown to the next user.
  if (next.kind === 'open' && door.kind === 'open' && next.me.id !== door.me.id) queryClient.clear()
  if (next.kind === 'open') typedBy(next.me.id)
  // Drafts survive an idle timeout, so that the same user finds them again.
  if (next.kind === 'signed-out' && next.says !== pauseTooLong) forgetTyped()
  door = next
  for (const listener of listeners) listener()
}

/** Checks the session's state again after a factor was verified, a password was set, or a role was granted. */
export async function lookAtDoor(): Promise<void> {
  looks += 1
  const look = looks
  const next = await findDoor().catch(stateAfter)
  // Only the latest check counts, and a failed check does not close a desk that is open.
  if (next && look === looks) set(next)
}

function stateAfter(error: unknown): Door | null {
  if (isOver(error)) {
    void supabase.auth.signOut({ scope: 'local' })
    return null
  }
  return door.kind === 'open' && isOffline(error) ? null : { kind: 'failed', says: authInWords(error) }
}

/** Called after the user has set a new password or chosen to keep the old one. */
export function endPasswordDuty(): Promise<void> {
  setDuties({ password: null })
  return lookAtDoor()
}

/** Called after the user has saved the recovery codes. */
export function endCodesDuty(): Promise<void> {
  setDuties({ codes: false })
  return lookAtDoor()
}

/** Signs out in this browser or everywhere. If that failed, returns an error message, and no session has ended. */
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
  // The page itself runs the first check.
  if (event === 'INITIAL_SESSION') return
  // The client holds a lock during this callback, so calling the client here would deadlock.
  setTimeout(() => void lookAtDoor())
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useDoor = (): Door => useSyncExternalStore(subscribe, () => door)

/** Returns the signed-in member. Only for code behind the entry flow. */
export function useMe(): Me {
  const current = useDoor()
  if (current.kind !== 'open') throw new Error('useMe was called before sign-in.')
  return current.me
}

/** True if the user may change data; viewers may not. */
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

// An idle desk notices the end of its session within a minute.
setInterval(() => {
  if (door.kind !== 'open' || document.visibilityState !== 'visible') return
  if (isPauseTooLong()) void leave('local', pauseTooLong)
  else void lookAtDoor()
}, everyMs)
