import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import type { DeskMe, StaffRole } from '#shared/contract/desk-people.ts'
import { dataOf, Failure, inWords } from './failure.ts'
import { queryClient } from './query-client.ts'
import { supabase } from './supabase.ts'

/** Who is at the desk, with a role: everything behind the door may count on it. */
export type Me = DeskMe & { role: StaffRole }

/** How far somebody has come. Each state but `open` is one screen of the way in. */
export type Door =
  | { kind: 'opening' }
  | { kind: 'signed-out' }
  /** A second factor is there: its code is wanted. */
  | { kind: 'code'; email: string }
  /** None yet: it has to be set up. */
  | { kind: 'enrol'; email: string }
  /** Came by a recovery link: a new password is wanted, after the code if there is a factor. */
  | { kind: 'new-password'; email: string }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: Me }

let door: Door = { kind: 'opening' }
let isRecovering = location.hash.includes('type=recovery')
let isHeld = false
const listeners = new Set<() => void>()

function set(next: Door): void {
  door = next
  for (const listener of listeners) listener()
}

/** Looks again how far we are; after a factor was proven, a password set, a role given. */
export async function lookAtDoor(): Promise<void> {
  try {
    set(await find())
  } catch (error) {
    set({ kind: 'failed', says: inWords(error) })
  }
}

async function find(): Promise<Door> {
  const { data } = await supabase.auth.getSession()
  if (!data.session) return { kind: 'signed-out' }
  const email = data.session.user.email ?? ''
  const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
  if (level.error) throw level.error
  if (level.data.currentLevel !== 'aal2') {
    if (level.data.nextLevel === 'aal2') return { kind: 'code', email }
    return isRecovering ? { kind: 'new-password', email } : { kind: 'enrol', email }
  }
  if (isRecovering) return { kind: 'new-password', email }
  const me = dataOf(await supabase.rpc('desk_me')) as DeskMe
  return me.role ? { kind: 'open', me: { ...me, role: me.role } } : { kind: 'no-member', email }
}

/** The recovery is over: the new password is set, or the person goes on without. */
export function endRecovery(): Promise<void> {
  isRecovering = false
  return lookAtDoor()
}

/** Keeps the way in where it is while a screen of it still has something to show, such as recovery codes. */
export function holdDoor(): () => Promise<void> {
  isHeld = true
  return () => {
    isHeld = false
    return lookAtDoor()
  }
}

supabase.auth.onAuthStateChange((event: AuthChangeEvent, session: Session | null) => {
  if (event === 'PASSWORD_RECOVERY') isRecovering = true
  if (event === 'SIGNED_OUT') {
    isRecovering = false
    isHeld = false
    queryClient.clear()
  }
  if (event === 'TOKEN_REFRESHED' || (isHeld && session)) return
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

// A session that was ended elsewhere, or a person stopped, is noticed by the first answer that says so.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'error') return
  const error: unknown = event.action.error
  if (!(error instanceof Failure) || door.kind !== 'open') return
  if (error.status === 401) void supabase.auth.signOut({ scope: 'local' })
  if (error.status === 403) void lookAtDoor()
})
