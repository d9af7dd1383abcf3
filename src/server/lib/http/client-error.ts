import type { Socket } from 'node:net'
import type { ErrorBody } from '#shared/contract/errors.ts'
import { securityHeaders } from './headers.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'

const statusByCode: Record<string, keyof typeof reasons> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Status line, message and hint. */
const reasons = {
  400: ['Bad Request', 'The request could not be read', null],
  408: ['Request Timeout', 'The request did not come whole in time', null],
  431: [
    'Request Header Fields Too Large',
    'The address and the headers of the request are too large',
    'Send at most 16 kB of them: a long list of filters fits into the body of a function call, or into several requests',
  ],
} as const

/** The answer to bytes that never became a request: no route runs for them, so it is written by hand. */
export function answerClientError(publicUrl: string) {
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusByCode[error.code ?? ''] ?? 400
    const [line, message, hint] = reasons[status]
    const body = JSON.stringify({ code: `HTTP${status}`, message, details: null, hint } satisfies ErrorBody)
    socket.end(
      `HTTP/1.1 ${status} ${line}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n${requestIdHeader}: ${newRequestId()}\r\n\r\n${body}`,
      () => socket.destroy(),
    )
  }
}
