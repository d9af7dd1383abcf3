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

/** Whether the caller may see this letter. */
export async function maySee(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await tx.query("select 1 from public.outbox where id = $1 and channel = 'letter'", [id])
  return rows.length > 0
}
