import * as v from 'valibot'
import { type DeskMe, deskMe, type StaffRole } from '#shared/contract/desk-people.ts'
import { isOffline } from './auth-words.ts'
import { duties, setDuties } from './duties.ts'
import { dataOf } from './failure.ts'
import { landing, linkIsOver, type Said } from './landing.ts'
import { queryClient } from './query-client.ts'
import { supabase } from './supabase.ts'

/** The signed-in colleague with a role: code behind the entry flow relies on both. */
export type Me = DeskMe & { role: StaffRole }

/** The state of the entry flow. Each state but `open` has a screen. */
export type Door =
  | { kind: 'opening' }
  | { kind: 'signed-out'; says: Said | null }
  /** The account has a second factor, whose code is missing. */
  | { kind: 'code'; email: string }
  /** The account has no second factor yet, so one must be set up. */
  | { kind: 'enrol'; email: string }
  /** The second factor was set up just now; its recovery codes must be saved. */
  | { kind: 'codes'; email: string }
  /** The user came by a link that asks for a new password, after the code if there is a factor. */
  | { kind: 'new-password'; email: string; why: 'recovery' | 'invitation' }
  | { kind: 'no-member'; email: string }
  | { kind: 'failed'; says: string }
  | { kind: 'open'; me: Me }

let arriving: Promise<Said | null> | undefined

/** Consumes the tokens of a link, once. Returns the message about it. */
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
 * A token may be refused although its session is valid, because its signing key was replaced: then it is refreshed.
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
export async function findDoor(): Promise<Door> {
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
