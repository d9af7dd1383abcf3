import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/lib/clock.ts'
import { clientAddress } from './client-address.ts'
import { TooManyRequests } from './too-many-requests.ts'
import type { Group, Limit, Limits } from './types.ts'
import { WindowLimiter } from './window-limiter.ts'

/** How often ended windows are dropped. */
const beatMilliseconds = 1000

export function openLimits(groups: Readonly<Record<string, Group>>, clock: Clock): Limits {
  const limitersOf = (limits: readonly Limit[] = []) => limits.map((limit) => new WindowLimiter(limit, clock))
  const opened = new Map(
    Object.entries(groups).map(([name, group]) => [
      name,
      {
        address: limitersOf(group.address),
        name: limitersOf(group.name),
        everybody: limitersOf(group.everybody),
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

  const beat = setInterval(() => {
    for (const limiter of all) limiter.sweep()
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
