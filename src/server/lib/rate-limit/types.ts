import type { FastifyRequest } from 'fastify'

/** So many points in so many seconds. The seconds divide a day, because what is shared is hashed anew each day. */
export interface Limit {
  readonly points: number
  readonly seconds: 10 | 60 | 300 | 600 | 3600 | 86_400
}

/** What one kind of request may cost. Of several limits each must hold. */
export interface Group {
  /** For each client address; an IPv6 network of 64 bits is one. */
  readonly address: readonly Limit[]
  /** For each name that the sender gives, such as an e-mail address. */
  readonly name?: readonly Limit[]
  /** For everybody together, counted with the name. */
  readonly everybody?: readonly Limit[]
}

/** The guard of all routes. Each of these throws `TooManyRequests` where a limit is reached. */
export interface Limits {
  /** A request has come, its body is still unread: one point of its address. */
  arrive(group: string, request: FastifyRequest): Promise<void>
  /** The body is read and counts as so many: takes what `arrive` has not taken yet. */
  consume(group: string, request: FastifyRequest, points: number): Promise<void>
  /** Takes one point of the address for something that a request need not have; false where none is left. */
  allows(group: string, request: FastifyRequest): Promise<boolean>
  /** One point of a name that the body gave, and one of everybody's. */
  consumeFor(group: string, name: string): Promise<void>
  close(): Promise<void>
}

/** Counts nothing. */
export const unlimited: Limits = {
  arrive: async () => {},
  consume: async () => {},
  allows: async () => true,
  consumeFor: async () => {},
  close: async () => {},
}
