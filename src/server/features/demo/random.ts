import { createCipheriv, createHash } from 'node:crypto'
import { v4, v7 } from 'uuid'

/** Chance that falls the same way each time it begins with the same seed. Not for secrets. */
export interface Random {
  /** From 0 up to 1. */
  share(): number
  chance(probability: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** One of the list, as often as its `weight` says. */
  weighted<T extends { weight: number }>(list: readonly T[]): T
  /** Mostly near the median, now and then several times as much. */
  around(median: number, spread: number): number
  uuid(): string
  /** One that keeps the order of time. */
  uuidAt(milliseconds: number): string
}

const drawn = 65_536

/** The bytes of a cipher, which begin the same with the same key and look like nothing at all. */
export function openRandom(seed: string): Random {
  const cipher = createCipheriv('aes-128-ctr', createHash('md5').update(seed).digest(), Buffer.alloc(16))
  const zeros = Buffer.alloc(drawn)
  let pool = cipher.update(zeros)
  let used = 0
  function draw(count: number): Buffer {
    if (used + count > drawn) {
      pool = cipher.update(zeros)
      used = 0
    }
    used += count
    return pool.subarray(used - count, used)
  }
  const share = () => draw(4).readUInt32LE() / 2 ** 32
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1))
  return {
    share,
    whole,
    chance: (probability) => share() < probability,
    between: (least, most) => least + share() * (most - least),
    pick: <T>(list: readonly T[]) => list[whole(0, list.length - 1)] as T,
    weighted: <T extends { weight: number }>(list: readonly T[]) => {
      let left = share() * list.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of list) {
        left -= item.weight
        if (left < 0) return item
      }
      return list.at(-1) as T
    },
    // A normal number of two even ones (Box and Muller).
    around: (median, spread) =>
      median * Math.exp(spread * Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share())),
    uuid: () => v4({ random: draw(16) }),
    uuidAt: (milliseconds) => v7({ msecs: Math.floor(milliseconds), random: draw(16) }),
  }
}
