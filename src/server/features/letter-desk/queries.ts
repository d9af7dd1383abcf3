import type { Transaction } from '#server/lib/db/database.ts'
import type { StaffRole } from '#shared/contract/desk-people.ts'

interface Me {
  id: string
  email: string
  /** Null below the second factor, and for whoever does not work here. */
  role: StaffRole | null
}

/** Who the caller is at the desk; refused by the database when their session is over. */
export async function readMe(tx: Transaction): Promise<Me> {
  const { rows } = await tx.query<{ me: Me }>('select public.desk_me() as me')
  const [row] = rows
  if (!row) throw new Error('desk_me gave no row')
  return row.me
}

/**
 * Whether the caller may see this letter. A letter says what somebody sent us, so it is recorded as a reading of that,
 * by the functions that read it.
 */
export async function mayRead(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ booking_id: string | null; message_id: string | null }>(
    "select booking_id, message_id from public.outbox where id = $1 and channel = 'letter'",
    [id],
  )
  const [row] = rows
  if (row?.booking_id) await tx.query('select public.read_booking($1) is not null', [row.booking_id])
  if (row?.message_id) await tx.query('select public.read_message($1) is not null', [row.message_id])
  return row !== undefined
}
