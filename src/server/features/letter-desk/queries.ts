import * as v from 'valibot'
import type { Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction, columnsOf, selectRows } from '#server/lib/db/rows.ts'
import { type CurrentMember, currentMemberSchema } from '#shared/contract/team.ts'

const aboutColumns = columnsOf('public.outbox', ['booking_id', 'message_id'])

/** The caller's account in the desk; the database refuses an ended session. */
export const readMe = async (tx: Transaction): Promise<CurrentMember> =>
  v.parse(currentMemberSchema, await callSqlFunction(tx, 'public.desk_me'))

/**
 * True if the caller may see this email. Emails repeat what visitors wrote, so each function that reads the booking or
 * the message also records the access.
 */
export async function mayRead(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await selectRows(tx, aboutColumns, "where id = $1 and channel = 'letter'", [id])
  if (row?.booking_id) await tx.query('select public.read_booking($1) is not null', [row.booking_id])
  if (row?.message_id) await tx.query('select public.read_message($1) is not null', [row.message_id])
  return row !== undefined
}
