import { createHmac } from 'node:crypto'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import type { DailySalt } from '#server/lib/rate-limit/daily-salt.ts'
import type { Sender } from './types.ts'

/**
 * A number that tells a browser from others for the rest of the day: 64 bits of a keyed hash of where it is and what it
 * calls itself. With the salt of the day goes the only way to try who it was. Null while there is no salt.
 */
export async function visitorKey(salt: DailySalt, { address, agent }: Sender): Promise<string | null> {
  const key = await salt.today().catch(() => null)
  if (!key) return null
  const digest = createHmac('sha256', key)
    .update(`${clientAddress(address)}\0${agent}`)
    .digest()
  return String(digest.readBigInt64BE())
}
