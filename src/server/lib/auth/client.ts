import type { IncomingHttpHeaders } from 'node:http'
import { deviceHeader } from '#shared/contract/auth.ts'

export interface Client {
  /** The User-Agent header. */
  agent: string | null
  /** The random id that the device keeps, as the desk's page does; null where the request has none. */
  device: string | null
}

/** The device draws its own id; 20 characters are too many for an attacker to guess. */
const device = /^[\w-]{20,64}$/

/** User-Agent headers can have any length. */
const longestAgent = 300

export function clientOf(headers: IncomingHttpHeaders): Client {
  const named = headers[deviceHeader]
  return {
    agent: headers['user-agent']?.slice(0, longestAgent) ?? null,
    device: typeof named === 'string' && device.test(named) ? named : null,
  }
}
