import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Names a request in its answer and in each line of the log about it. */
export const requestIdHeader = 'x-request-id'

/** Ids of proxies: 32 hexadecimal digits, a UUID, an address with a counter. No spaces and no signs of markup. */
const form = /^[\w.:-]{8,64}$/

export const newRequestId = (): string => randomUUID().slice(-12)

export type RequestId = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/** Keeps the id that a trusted proxy gave, so that its log and ours match. Other requests get a new one. */
export function requestIds(isProxy: (address: string | undefined) => boolean): RequestId {
  return ({ headers, socket }) => {
    const { [requestIdHeader]: given } = headers
    // Several ids in one request are joined by a comma, which the form refuses.
    return typeof given === 'string' && form.test(given) && isProxy(socket.remoteAddress)
      ? given
      : newRequestId()
  }
}
