import type { FastifyRequest } from 'fastify'

/** So many points in so many seconds, which divide a day. */
export interface Limit {
  readonly points: number
  readonly seconds: 10 | 60 | 300 | 600 | 3600 | 86_400
}

/** What one kind of request may cost. All of its limits must hold. */
export interface Group {
  /** For each client address; an IPv6 network of 64 bits is one. */
  readonly address: readonly Limit[]
  /** For each name that the client gives, such as an e-mail address. */
  readonly name?: readonly Limit[]
  /** For all clients together, counted with the name. */
  readonly everybody?: readonly Limit[]
}

/** The limits of all routes. All methods but `allows` throw `TooManyRequests` where a limit is reached. */
export interface Limits {
  /** Takes one point of the address, while the body is still unread. */
  arrive(group: string, request: FastifyRequest): Promise<void>
  /** Takes the points of a body that was read, without the one that `arrive` has taken. */
  consume(group: string, request: FastifyRequest, points: number): Promise<void>
  /** Takes one point of the address for optional work; false where none is left. */
  allows(group: string, request: FastifyRequest): Promise<boolean>
  /** Takes one point of a name that the body gave, and one of everybody's. */
  consumeFor(group: string, name: string): Promise<void>
  close(): Promise<void>
}

export const unlimited: Limits = {
  arrive: async () => {},
  consume: async () => {},
  allows: async () => true,
  consumeFor: async () => {},
  close: async () => {},
}
