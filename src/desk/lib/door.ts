import type { AuthChangeEvent } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { type CurrentMember, currentMemberSchema, type StaffRole } from '#shared/contract/team.ts'
import { authErrorMessage, isOffline, isSessionOver } from './auth-words.ts'
import {
  claimTypedTexts,
  clearPendingSteps,
  isIdleTooLong,
  pendingSteps,
  recordSignOut,
  setPendingSteps,
} from './browser-storage.ts'
import { dataOrThrow, Failure } from './failure.ts'
import { idleTimeout, landing, linkIsOver, type StatusMessage, sessionEndMessage } from './link-landing.ts'
import { queryClient } from './query-client.ts'
import { endAfterPending } from './requests.ts'
import { supabase } from './supabase.ts'

/** A signed-in member. The desk's screens rely on the member's role. */
export type DeskMember = CurrentMember & { role: StaffRole }

/** The state of the entry flow. Each state except `open` has a screen. */
export type AuthState =
  | { kind: 'opening' }
  | { kind: 'signed-out'; says: StatusMessage | null }
  /** The account has a second factor, but this session has not verified it. */
  | { kind: 'code'; email: string }
  /** The account has no second factor yet, so the user must set one up. */
  | { kind: 'enrol'; email: string }
  /** The user has just set up the second factor, and must save its recovery codes. */
  | { kind: 'codes'; email: string }
  /** The user followed a link that requires a new password, and has verified the second factor if there is one. */
  | { kind: 'new-password'; email: string; why: 'recovery' | 'invitation' }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: DeskMember }

let arriving: Promise<StatusMessage | null> | undefined

/** Uses a link's tokens once. Returns the message about the link. */
async function consumeLink(): Promise<StatusMessage | null> {
  const { tokens, password, says } = landing
  if (!tokens) return says
  const { error } = await supabase.auth.setSession(tokens)
  if (error && isOffline(error)) {
    // The link's tokens are still valid, so the next check uses them again.
    arriving = undefined
    throw error
  }
  if (error) return { text: linkIsOver, isFault: true }
  setPendingSteps({ password, codes: false })
  return says
}

/**
 * Reads the user's role. If a token is refused although its session is valid, the signing key was replaced, so the
 * token is refreshed.
 */
async function fetchMe() {
  const answer = await supabase.rpc('desk_me')
  if (answer.status !== 401) return answer
  const { error } = await supabase.auth.refreshSession()
  if (error) throw error
  const again = await supabase.rpc('desk_me')
  if (!again.error) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  return again
}

/** Asks the database for the session's state, because the token may be an hour old. */
async function resolveAuthState(): Promise<AuthState> {
  arriving ??= consumeLink()
  const says = await arriving
  const { data, error } = await supabase.auth.getSession()
  // The session is not lost: only the refresh of its token failed.
  if (error && !data.session) throw error
  if (!data.session) return { kind: 'signed-out', says }
  const me = v.parse(currentMemberSchema, dataOrThrow(await fetchMe()))
  const { email, role, member } = me
  if (!member) return { kind: 'no-member', email }
  const { password, codes } = pendingSteps()
  if (role) {
    if (password) return { kind: 'new-password', email, why: password }
    return codes ? { kind: 'codes', email } : { kind: 'open', me: { ...me, role } }
  }
  // The token may still say aal2 after the device was removed, so the desk counts the devices.
  const asked = await supabase.auth.getUser()
  if (asked.error) throw asked.error
  if (asked.data.user.factors?.some(({ status }) => status === 'verified')) return { kind: 'code', email }
  return password ? { kind: 'new-password', email, why: password } : { kind: 'enrol', email }
}

const everyMs = 60_000

let door: AuthState = { kind: 'opening' }
/** The message after a sign-out. If the session ended in another way, the server states the reason. */
let farewell: StatusMessage | null = null
let looks = 0
const listeners = new Set<() => void>()

function set(next: AuthState): void {
  if (JSON.stringify(next) === JSON.stringify(door)) return
  // Later checks must not hide the reason for the sign-out.
  if (next.kind === 'signed-out' && door.kind === 'signed-out') return
  // The cache is cleared so that one user's data is not shown to the next user.
  if (next.kind === 'open' && door.kind === 'open' && next.me.id !== door.me.id) queryClient.clear()
  if (next.kind === 'open') claimTypedTexts(next.me.id)
  // Drafts survive a lost session, so that the same user finds them again.
  if (next.kind === 'signed-out') claimTypedTexts()
  door = next
  for (const listener of listeners) listener()
}

/** Checks the session's state again after a factor was verified, a password was set, or a role was granted. */
export async function refreshAuthState(): Promise<void> {
  looks += 1
  const look = looks
  const next = await resolveAuthState().catch(stateAfter)
  // Only the latest check counts, and a failed check does not close a desk that is open.
  if (next && look === looks) set(next)
}

function stateAfter(error: unknown): AuthState | null {
  if (isSessionOver(error)) {
    void supabase.auth.signOut({ scope: 'local' })
    return null
  }
  return door.kind === 'open' && isOffline(error) ? null : { kind: 'failed', says: authErrorMessage(error) }
}

/** Called after the user has set a new password or chosen to keep the old one. */
export function finishPasswordStep(): Promise<void> {
  setPendingSteps({ password: null })
  return refreshAuthState()
}

/** Called after the user has saved the recovery codes. */
export function finishCodesStep(): Promise<void> {
  setPendingSteps({ codes: false })
  return refreshAuthState()
}

/** Signs out in this browser or everywhere. If the sign-out fails, returns an error message, and no session ends. */
export function signOut(scope: 'local' | 'global' = 'local'): Promise<string | null> {
  const text = scope === 'local' ? 'You are signed out.' : 'You are signed out everywhere.'
  return signOutWith(scope, { text, isFault: false })
}

async function signOutWith(scope: 'local' | 'global', says: StatusMessage): Promise<string | null> {
  return endAfterPending(async () => {
    farewell = says
    try {
      const { error } = await supabase.auth.signOut({ scope })
      // This browser forgets the session even if the server could not be reached.
      return error && scope !== 'local' ? authErrorMessage(error) : null
    } finally {
      farewell = null
    }
  })
}

supabase.auth.onAuthStateChange((event: AuthChangeEvent) => {
  if (event === 'TOKEN_REFRESHED') return
  if (event === 'SIGNED_OUT') {
    clearPendingSteps()
    queryClient.clear()
    looks += 1
    if (farewell !== null && farewell !== idleTimeout) recordSignOut()
    set({ kind: 'signed-out', says: farewell ?? sessionEndMessage() })
    return
  }
  // The page itself runs the first check.
  if (event === 'INITIAL_SESSION') return
  // The client is locked during this callback, so calling the client here would deadlock.
  setTimeout(() => void refreshAuthState())
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useAuthState = (): AuthState => useSyncExternalStore(subscribe, () => door)

/** Returns the signed-in member. Only for code behind the entry flow. */
export function useMe(): DeskMember {
  const current = useAuthState()
  if (current.kind !== 'open') throw new Error('useMe was called before sign-in.')
  return current.me
}

/** True if the user is allowed to change data. Viewers are not. */
export const mayEdit = (me: DeskMember): boolean => me.role !== 'viewer'

// The first response that reports an ended session or a suspended account starts a check.
function checkAfterError(error: unknown): void {
  if (door.kind === 'open' && (isSessionOver(error) || isForbidden(error))) void refreshAuthState()
}

const isForbidden = (error: unknown) => error instanceof Failure && error.status === 403

for (const cache of [queryClient.getQueryCache(), queryClient.getMutationCache()]) {
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') checkAfterError(event.action.error)
  })
}

// An idle desk notices the end of its session within a minute.
setInterval(() => {
  if (door.kind !== 'open' || document.visibilityState !== 'visible') return
  if (isIdleTooLong()) void signOutWith('local', idleTimeout)
  else void refreshAuthState()
}, everyMs)
