import * as v from 'valibot'
import { dataOf, Failure } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { RecordPlace } from './types.ts'

export async function assign({ table, id }: RecordPlace, to: string | null): Promise<void> {
  const answer = await supabase.from(table).update({ assigned_to: to }).eq('id', id).select('id')
  const rows = v.parse(v.array(v.object({ id: v.string() })), dataOf(answer))
  if (rows.length === 0) throw new Failure('It is no longer here, or not yours to assign.', 404)
}

/** Stores a note. The id makes it idempotent: a retry after a lost response stores no second note. */
export async function writeNote({ name, id }: RecordPlace, noteId: string, body: string): Promise<void> {
  const about = name === 'bookings' ? { booking_id: id } : { message_id: id }
  const { error, status } = await supabase.from('notes').insert({ id: noteId, body, ...about })
  if (error?.code === '23505') return
  dataOf({ data: null, error, status })
}
