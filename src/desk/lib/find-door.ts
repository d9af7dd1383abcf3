import * as v from 'valibot'
import { type DeskMe, deskMe, type StaffRole } from '#shared/contract/desk-people.ts'
import { isOffline } from './auth-words.ts'
import { duties, setDuties } from './duties.ts'
import { dataOf } from './failure.ts'
import { landing, linkIsOver, type Said } from './landing.ts'
import { queryClient } from './query-client.ts'
import { supabase } from './supabase.ts'

/** Who is at the desk, with a role: everything behind the door may count on it. */
export type Me = DeskMe & { role: StaffRole }

/** How far somebody has come. Each state but `open` is one screen of the way in. */
export type Door =
  | { kind: 'opening' }
  | { kind: 'signed-out'; says: Said | null }
  /** A second factor is there: its code is wanted. */
  | { kind: 'code'; email: string }
  /** None yet: it has to be set up. */
  | { kind: 'enrol'; email: string }
  /** One was set up just now: its recovery codes are to be kept. */
  | { kind: 'codes'; email: string }
  /** Came by a link that asks for a new password, after the code if there is a factor. */
  | { kind: 'new-password'; email: string; why: 'recovery' | 'invitation' }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: Me }

let arriving: Promise<Said | null> | undefined

/** Takes what a link brought along, once. Gives what is to be said about it. */
async function arrive(): Promise<Said | null> {
  const { tokens, password, says } = landing
  if (!tokens) return says
  const { error } = await supabase.auth.setSession(tokens)
  if (error && isOffline(error)) {
    // What the link brought is still good, and is tried again.
    arriving = undefined
    throw error
  }
  if (error) return { text: linkIsOver, isFault: true }
  setDuties({ password, codes: false })
  return says
}

/** A token may be refused while its session goes on: the key that signed it was replaced. Then there is a new one to have. */
async function askMe() {
  const answer = await supabase.rpc('desk_me')
  if (answer.status !== 401) return answer
  const { error } = await supabase.auth.refreshSession()
  if (error) throw error
  const again = await supabase.rpc('desk_me')
  if (!again.error) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  return again
}

/** Asks the database how far the session has come; it knows better than the token, which may be an hour old. */
export async function findDoor(): Promise<Door> {
  arriving ??= arrive()
  const says = await arriving
  const { data, error } = await supabase.auth.getSession()
  // The session stays: the client could not ask for it to be renewed.
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
  // The token may still say aal2 after the device that proved it was removed, so the devices are counted.
  const asked = await supabase.auth.getUser()
  if (asked.error) throw asked.error
  if (asked.data.user.factors?.some(({ status }) => status === 'verified')) return { kind: 'code', email }
  return password ? { kind: 'new-password', email, why: password } : { kind: 'enrol', email }
}
