import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf, rowsOf } from '#server/lib/db/rows.ts'

const deviceColumns = columnsOf('private.known_devices', ['device', 'seen_at'])
type DeviceRow = RowOf<typeof deviceColumns>
const sessionColumns = columnsOf('private.session_devices', ['device'])

/** The devices of a person, the one seen last in front. */
export async function listDevices(tx: Transaction, userId: string): Promise<DeviceRow[]> {
  return rowsOf(tx, deviceColumns, 'where user_id = $1 order by seen_at desc', [userId])
}

export async function upsertDevice(
  tx: Transaction,
  userId: string,
  device: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into private.known_devices (user_id, device, created_at, seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device) do update set seen_at = excluded.seen_at`,
    [userId, device, now],
  )
}

/** Writes to the person and the owners, where the person works here. */
export async function tellOfNewDevice(tx: Transaction, userId: string, agent: string | null): Promise<void> {
  await tx.query('select private.tell_of_new_device($1, $2)', [userId, agent])
}

export async function forgetDevicesBefore(tx: Transaction, since: Date): Promise<void> {
  await tx.query('delete from private.known_devices where seen_at < $1', [since])
}

export async function findSessionDevice(tx: Transaction, sessionId: string): Promise<string | null> {
  const [row] = await rowsOf(tx, sessionColumns, 'where session_id = $1', [sessionId])
  return row?.device ?? null
}

/** False where the session already has a device. */
export async function insertSessionDevice(
  tx: Transaction,
  sessionId: string,
  device: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into private.session_devices (session_id, device) values ($1, $2) on conflict (session_id) do nothing',
    [sessionId, device],
  )
  return rowCount > 0
}
