import type { Socket } from 'node:net'
import { securityHeaders } from './headers.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'

const lineByCode: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** The answer to bytes that never became a request: no route runs for them, so it is written by hand. */
export function answerClientError(publicUrl: string) {
  const headers = Object.entries({
    ...securityHeaders(publicUrl),
    connection: 'close',
    'content-length': '0',
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const line = lineByCode[error.code ?? ''] ?? '400 Bad Request'
    socket.end(`HTTP/1.1 ${line}\r\n${headers}${requestIdHeader}: ${newRequestId()}\r\n\r\n`, () =>
      socket.destroy(),
    )
  }
}
