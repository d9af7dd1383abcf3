import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { orThrow } from '#desk/lib/mutations.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { mySessions } from '#shared/contract/desk-people.ts'

/** Where I am signed in, this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: async () => v.parse(mySessions, dataOf(await supabase.rpc('my_sessions'))),
})

export async function endSession(session: string): Promise<void> {
  const answer = await supabase.rpc('end_session', { session })
  // A session that has ended already is no error.
  if (answer.status !== 404) dataOf(answer)
}

export async function endOtherSessions(): Promise<void> {
  const { error } = await supabase.auth.signOut({ scope: 'others' })
  if (error) throw error
}

/** The name that colleagues see beside my actions. */
export async function saveName(name: string): Promise<void> {
  orThrow(await supabase.auth.updateUser({ data: { name } }))
}
