import { createHmac, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import type { DailySalt } from '#server/lib/rate-limit/daily-salt.ts'
import type { Sender } from './types.ts'

/**
 * A number that tells a browser from others for the rest of the day: 64 bits of a keyed hash of where it is and what it
 * calls itself. With the salt of the day goes the only way to try who it was. Null while there is no salt.
 */
export function openVisitorKeys(salt: DailySalt): (sender: Sender) => Promise<string | null> {
  /** A visitor sends many requests: theirs is kept, for as long as the salt is. */
  const known = new LRUCache<string, string>({ max: 2000 })
  let knownBy: KeyObject | null = null

  return async ({ address, agent }) => {
    const key = await salt.today().catch(() => null)
    if (!key) return null
    if (key !== knownBy) known.clear()
    knownBy = key
    const sender = `${address}\0${agent}`
    const found = known.get(sender)
    if (found) return found
    const digest = createHmac('sha256', key)
      .update(`${clientAddress(address)}\0${agent}`)
      .digest()
    const made = String(digest.readBigInt64BE())
    known.set(sender, made)
    return made
  }
}
