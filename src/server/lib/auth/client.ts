import type { IncomingHttpHeaders } from 'node:http'
import { deviceHeader } from '#shared/contract/auth.ts'

/** The program that asks for a session. */
export interface Client {
  /** As it calls itself. */
  agent: string | null
  /** The number by which it knows itself again, as the desk's page does; null where it names none. */
  device: string | null
}

/** Drawn by the device itself: long enough that nobody guesses that of another. */
const device = /^[\w-]{20,64}$/

/** Programs call themselves anything, at any length. */
const longestAgent = 300

export function clientOf(headers: IncomingHttpHeaders): Client {
  const named = headers[deviceHeader]
  return {
    agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
    device: typeof named === 'string' && device.test(named) ? named : null,
  }
}
