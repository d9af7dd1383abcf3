import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/lib/clock.ts'
import { clientAddress } from './client-address.ts'
import type { Sharing } from './sharing.ts'
import { TooManyRequests } from './too-many-requests.ts'
import type { Group, Limit, Limits } from './types.ts'
import { WindowLimiter } from './window-limiter.ts'

interface Options {
  clock: Clock
  /** Counts together with the other processes; null where there are none. */
  sharing: Sharing | null
}

/** How often windows that are over are forgotten, and counts exchanged. */
const beatMilliseconds = 1000

/** Keeps count of all groups in this process' memory. */
export function openLimits(groups: Readonly<Record<string, Group>>, { clock, sharing }: Options): Limits {
  const limitersOf = (name: string, limits: readonly Limit[] = []) =>
    limits.map((limit) => new WindowLimiter(`${name} ${limit.seconds}`, limit, clock, sharing))
  const opened = new Map(
    Object.entries(groups).map(([name, group]) => [
      name,
      {
        address: limitersOf(`${name} address`, group.address),
        name: limitersOf(`${name} name`, group.name),
        everybody: limitersOf(`${name} everybody`, group.everybody),
      },
    ]),
  )
  const all = [...opened.values()].flatMap(({ address, name, everybody }) => [
    ...address,
    ...name,
    ...everybody,
  ])
  const groupOf = (name: string) => {
    const group = opened.get(name)
    if (!group) throw new Error(`no limits for ${name}`)
    return group
  }

  let beating = sharing?.exchange()
  const beat = setInterval(() => {
    for (const limiter of all) limiter.sweep()
    if (!sharing) return
    beating = (beating ?? Promise.resolve()).then(() => sharing.exchange())
  }, beatMilliseconds)
  beat.unref()

  return {
    async arrive(group, request) {
      spend(groupOf(group).address, keyOf(request), 1)
    },
    async consume(group, request, points) {
      if (points > 1) spend(groupOf(group).address, keyOf(request), points - 1)
    },
    async allows(group, request) {
      return groupOf(group).address.every((limiter) => limiter.take(keyOf(request), 1) === 0)
    },
    async consumeFor(group, name) {
      spend(groupOf(group).name, name, 1)
      spend(groupOf(group).everybody, '', 1)
    },
    async close() {
      clearInterval(beat)
      await beating
    },
  }
}

const keyOf = (request: FastifyRequest) => clientAddress(request.ip)

function spend(limiters: readonly WindowLimiter[], key: string, points: number): void {
  for (const limiter of limiters) {
    const wait = limiter.take(key, points)
    if (wait > 0) throw new TooManyRequests(wait)
  }
}
