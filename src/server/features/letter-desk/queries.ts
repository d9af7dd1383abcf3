import * as v from 'valibot'
import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf, columnsOf, rowsOf } from '#server/lib/db/rows.ts'
import { type DeskMe, deskMe } from '#shared/contract/desk-people.ts'

const aboutColumns = columnsOf('public.outbox', ['booking_id', 'message_id'])

/** Who the caller is at the desk; refused by the database when their session is over. */
export const readMe = async (tx: Transaction): Promise<DeskMe> =>
  v.parse(deskMe, await answerOf(tx, 'public.desk_me'))

/**
 * Whether the caller may see this letter. A letter says what somebody sent us, so it is recorded as a reading of that,
 * by the functions that read it.
 */
export async function mayRead(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await rowsOf(tx, aboutColumns, "where id = $1 and channel = 'letter'", [id])
  if (row?.booking_id) await tx.query('select public.read_booking($1) is not null', [row.booking_id])
  if (row?.message_id) await tx.query('select public.read_message($1) is not null', [row.message_id])
  return row !== undefined
}
