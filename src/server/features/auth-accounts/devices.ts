import { retentionDays } from '#content/stored-data.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import type { SignInClient } from '#server/lib/auth/conventions.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import {
  deleteDevicesBefore,
  findSessionDevice,
  insertSessionDevice,
  listDevices,
  queueNewDeviceEmails,
  upsertDevice,
} from './queries.ts'

type DeviceContext = Pick<AuthContext, 'cipher' | 'clock'>
type DeviceSession = { id: string; user_id: string }

const day = 86_400_000
/** Milliseconds without a sign-in after which a device counts as new again. */
const deviceLifetime = retentionDays.devices * day
/**
 * All clients without a device id share one entry per user, which expires after a day. A client therefore cannot hide a
 * sign-in by omitting the id, and a script that signs in every hour does not cause an email every hour.
 */
const unnamedDeviceLifetime = day
const unnamed = 'unnamed'

const keyOf = ({ cipher }: DeviceContext, userId: string, device: string) => cipher.mac('device', `${userId} ${device}`)

/** True if the user has signed in from this device before; always false for a client without a device id. */
export async function isKnownDevice(
  tx: Transaction,
  means: DeviceContext,
  userId: string,
  { device }: SignInClient,
): Promise<boolean> {
  if (device === null) return false
  const since = means.clock() - deviceLifetime
  const key = keyOf(means, userId, device)
  return (await listDevices(tx, userId)).some((row) => row.device === key && row.seen_at.getTime() > since)
}

/**
 * Stores the device that was used for a sign-in. If a member who has signed in before uses a new device, the member and
 * the owners receive an email.
 */
export async function recordDevice(
  tx: Transaction,
  means: DeviceContext,
  session: DeviceSession,
  { agent, device }: SignInClient,
): Promise<void> {
  const { id, user_id: userId } = session
  const now = means.clock()
  const key = keyOf(means, userId, device ?? unnamed)
  const known = await listDevices(tx, userId)
  const since = now - (device === null ? unnamedDeviceLifetime : deviceLifetime)
  const isKnown = known.some((row) => row.device === key && row.seen_at.getTime() > since)
  await upsertDevice(tx, userId, key, new Date(now))
  if (device !== null) await insertSessionDevice(tx, id, key)
  if (!isKnown && known.length > 0) await queueNewDeviceEmails(tx, userId, agent)
}

/**
 * True if a session can continue on this device. A session whose device sent an id can continue only on that device.
 */
export async function isSessionDevice(
  tx: Transaction,
  means: DeviceContext,
  session: DeviceSession,
  { device }: SignInClient,
): Promise<boolean> {
  const bound = await findSessionDevice(tx, session.id)
  return bound === null || (device !== null && bound === keyOf(means, session.user_id, device))
}

/**
 * A session without a device, such as one from an email link, is bound to the first device that sends an id. The server
 * sends no email about that device.
 */
export async function adoptDevice(
  tx: Transaction,
  means: DeviceContext,
  session: DeviceSession,
  { device }: SignInClient,
): Promise<void> {
  if (device === null) return
  const key = keyOf(means, session.user_id, device)
  const isAdopted = await insertSessionDevice(tx, session.id, key)
  if (isAdopted) await upsertDevice(tx, session.user_id, key, new Date(means.clock()))
}

export async function deleteOldDevices(tx: Transaction, now: number): Promise<void> {
  await deleteDevicesBefore(tx, new Date(now - deviceLifetime))
}
