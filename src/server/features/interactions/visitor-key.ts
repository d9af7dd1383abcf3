import { createHmac, type KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { clientAddress } from '#server/lib/rate-limit/client-address.ts'
import type { DailySalt } from '#server/lib/rate-limit/daily-salt.ts'
import type { Sender } from './types.ts'

/**
 * A number that distinguishes browsers for one day: 64 bits of a keyed hash of address and user agent. Once the salt of
 * the day is removed, nobody can test guesses against it. Null while there is no salt.
 */
export function openVisitorKeys(salt: DailySalt): (sender: Sender) => Promise<string | null> {
  /** A visitor sends many requests, so their key is cached as long as the salt is. */
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
