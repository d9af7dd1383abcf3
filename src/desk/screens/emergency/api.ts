import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { endedCount, endedToken } from '#shared/contract/desk-people.ts'

/** Each returns the number of sessions that ended. */
export const endSessionsOf = async (member: string): Promise<number> =>
  v.parse(endedCount, dataOf(await supabase.rpc('end_sessions_of', { member })))
export const endAllSessions = async (): Promise<number> =>
  v.parse(endedCount, dataOf(await supabase.rpc('end_all_sessions', { confirmed: true })))

export const endToken = async (token: string) =>
  v.parse(endedToken, dataOf(await supabase.rpc('end_token', { token })))

export async function replaceKeys(): Promise<void> {
  dataOf(await supabase.rpc('replace_keys', { confirmed: true }))
}
