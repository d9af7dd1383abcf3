import type { Transaction } from '#server/lib/db/database.ts'

export interface DeviceRow {
  device: string
  seen_at: Date
}

/** Every device of somebody, the one seen last in front. */
export async function listDevices(tx: Transaction, userId: string): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    'select device, seen_at from private.known_devices where user_id = $1 order by seen_at desc',
    [userId],
  )
  return rows
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

/** To the person and the owners, where that person works here. */
export async function tellOfNewDevice(tx: Transaction, userId: string, agent: string | null): Promise<void> {
  await tx.query('select private.tell_of_new_device($1, $2)', [userId, agent])
}

export async function forgetDevicesBefore(tx: Transaction, since: Date): Promise<void> {
  await tx.query('delete from private.known_devices where seen_at < $1', [since])
}

export async function findSessionDevice(tx: Transaction, sessionId: string): Promise<string | null> {
  const { rows } = await tx.query<{ device: string }>(
    'select device from private.session_devices where session_id = $1',
    [sessionId],
  )
  return rows[0]?.device ?? null
}

/** False where the session has a device. */
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
