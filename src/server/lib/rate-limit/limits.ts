import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/lib/time/clock.ts'

/** A number of points per period. The period must divide a day evenly. */
export interface Limit {
  readonly points: number
  readonly seconds: 10 | 60 | 300 | 600 | 3600 | 86_400
}

/** All the rate limits that apply to one kind of request. */
export interface LimitGroup {
  /** Limits for each client IP address; a /64 IPv6 network counts as one address. */
  readonly address: readonly Limit[]
  /**
   * Rate limits for each account, because teams share an IP address. Never used for a name that anyone can enter,
   * because anyone could then block that name.
   */
  readonly account?: readonly Limit[]
  /** Rate limits for all clients together. */
  readonly everybody?: readonly Limit[]
  /**
   * A point of these rate limits is one byte stored in the database, counted per IP address or for all IP addresses
   * together.
   */
  readonly bytes?: Pick<LimitGroup, 'address' | 'everybody'>
}

/** The rate limits of all routes. All methods except `spendFor` throw `TooManyRequests` if a limit is reached. */
export interface Limits {
  /** Counts one point for the client's IP address before the body is read. */
  arrive(group: string, request: FastifyRequest): Promise<void>
  /** Takes the points for the rows of a request, except the point that `arrive` has taken. */
  consume(group: string, request: FastifyRequest, points: number): Promise<void>
  /**
   * Runs `work` with up to `wanted` of the IP address's points. If `work` throws or its result does not count, the
   * points are returned.
   */
  spendFor<Result>(
    group: string,
    request: FastifyRequest,
    wanted: number,
    work: (granted: number) => Promise<Result>,
    counts?: (result: Result) => boolean,
  ): Promise<Result>
  /** Takes points for the bytes of rows that are about to be stored; the common limit also counts the rows. */
  consumeStored(group: string, ip: string, rows: number, bytes: number): Promise<void>
  /** Takes one point from an account's rate limit and one from the common rate limit. */
  consumeFor(group: string, account: string): Promise<void>
  close(): Promise<void>
}

export const unlimited: Limits = {
  arrive: async () => {},
  consume: async () => {},
  spendFor: (_group, _request, wanted, work) => work(wanted),
  consumeStored: async () => {},
  consumeFor: async () => {},
  close: async () => {},
}

/** Thrown if a limit is reached; the client may retry after `retryAfter` seconds. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  override name = 'TooManyRequests'
  readonly retryAfter: number
  constructor(milliseconds: number) {
    // The stack trace is omitted, because it is the expensive part of an error, and a flood is refused thousands
    // of times a second.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super('too many requests')
    Error.stackTraceLimit = stackTraceLimit
    this.retryAfter = Math.max(1, Math.ceil(milliseconds / 1000))
  }
}

/** Milliseconds between cleanups of expired windows. */
const beatMilliseconds = 1000

/** Calls `reached` once per window in which all clients together reach a rate limit. */
export function openLimits(
  groups: Readonly<Record<string, LimitGroup>>,
  clock: Clock,
  reached: (group: string, limit: Limit) => void = () => {},
): Limits {
  const limitersOf = (limits: readonly Limit[] = [], group?: string) =>
    limits.map((limit) => new WindowLimiter(limit, clock, () => group && reached(group, limit)))
  const opened = new Map(
    Object.entries(groups).map(([name, group]) => [
      name,
      {
        address: limitersOf(group.address),
        account: limitersOf(group.account),
        everybody: limitersOf(group.everybody, name),
        addressBytes: limitersOf(group.bytes?.address),
        everybodyBytes: limitersOf(group.bytes?.everybody, name),
      },
    ]),
  )
  const all = [...opened.values()].flatMap((limiters) => Object.values(limiters).flat())
  const groupOf = (name: string) => {
    const group = opened.get(name)
    if (!group) throw new Error(`rate limit is missing for ${name}`)
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
    async spendFor(group, request, wanted, work, counts = () => true) {
      const limiters = groupOf(group).address
      const key = keyOf(request)
      const granted = Math.min(wanted, ...limiters.map((limiter) => limiter.left(key)))
      for (const limiter of limiters) limiter.take(key, granted)
      let isSpent = false
      try {
        const result = await work(granted)
        isSpent = counts(result)
        return result
      } finally {
        if (!isSpent) for (const limiter of limiters) limiter.take(key, -granted)
      }
    },
    async consumeStored(group, ip, rows, bytes) {
      const { addressBytes, everybody, everybodyBytes } = groupOf(group)
      spend(addressBytes, clientAddress(ip), bytes)
      spend(everybody, '', rows)
      spend(everybodyBytes, '', bytes)
    },
    async consumeFor(group, account) {
      spend(groupOf(group).account, account, 1)
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

/**
 * Maximum number of keys per rate limit. If there are more keys, the least recently used key is removed. All rate
 * limits together use less than 100 MB.
 */
const mostKeys = 8_000

const emptyCounts = () => new LRUCache<string, number>({ max: mostKeys })

/** Windows start at the same moment for every key, so that an ended window can be removed as a unit (decision 5). */
class WindowLimiter {
  readonly #points: number
  readonly #length: number
  readonly #clock: Clock
  readonly #reached: () => void
  #counts = emptyCounts()
  #until = 0
  #isReached = false

  constructor(limit: Limit, clock: Clock, reached: () => void) {
    this.#points = limit.points
    this.#length = limit.seconds * 1000
    this.#clock = clock
    this.#reached = reached
  }

  left(key: string): number {
    this.sweep()
    return Math.max(0, this.#points - (this.#counts.get(key) ?? 0))
  }

  /**
   * Deducts points from a key, or returns points to the key if `points` is negative. Returns the milliseconds to wait;
   * 0 if there were enough points. Points beyond the limit also count, so a client that continues is refused until the
   * window ends.
   */
  take(key: string, points: number): number {
    this.sweep()
    const count = Math.max(0, (this.#counts.get(key) ?? 0) + points)
    if (points !== 0) this.#counts.set(key, count)
    if (count <= this.#points) return 0
    if (!this.#isReached) this.#reached()
    this.#isReached = true
    return Math.max(1, this.#until - this.#clock())
  }

  sweep(): void {
    const now = this.#clock()
    if (now < this.#until) return
    this.#until = (Math.floor(now / this.#length) + 1) * this.#length
    this.#isReached = false
    if (this.#counts.size > 0) this.#counts = emptyCounts()
  }
}

/**
 * Returns the IP address or network that rate limits count. A client with IPv6 has a /64 network or more and can use a
 * new address for each request, so the entire network counts as one client. An IPv4 address in IPv6 notation counts as
 * the IPv4 address. A disconnected client has no IP address, although the types of sockets and requests declare one.
 */
export function clientAddress(ip: string | undefined): string {
  if (!ip) return ''
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  // The URL parser accepts every notation of an IPv6 address and returns the notation of RFC 5952, which has no zone.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]]
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
