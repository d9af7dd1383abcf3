import * as v from 'valibot'
import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf, columnsOf, rowsOf } from '#server/lib/db/rows.ts'
import { type DeskMe, deskMe } from '#shared/contract/desk-people.ts'

const aboutColumns = columnsOf('public.outbox', ['booking_id', 'message_id'])

/** The caller's account in the desk; the database refuses an ended session. */
export const readMe = async (tx: Transaction): Promise<DeskMe> =>
  v.parse(deskMe, await answerOf(tx, 'public.desk_me'))

/**
 * True if the caller may see this email. Emails repeat visitors' texts, so the functions that read the booking or
 * message record the access.
 */
export async function mayRead(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await rowsOf(tx, aboutColumns, "where id = $1 and channel = 'letter'", [id])
  if (row?.booking_id) await tx.query('select public.read_booking($1) is not null', [row.booking_id])
  if (row?.message_id) await tx.query('select public.read_message($1) is not null', [row.message_id])
  return row !== undefined
}
