import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { booking } from '#server/lib/db/rows-testing.ts'

export const publishableKey = 'sb_publishable_visitors'

/** Posts one or more rows to a table, as a visitor's browser does. */
export const postRows = (url: string, table: string, rows: unknown): Promise<Response> =>
  fetch(`${url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(rows),
  })

export const postBooking = (url: string, row: Record<string, unknown> = {}): Promise<Response> =>
  postRows(url, 'strategy_call_bookings', booking(row))

const continueLine = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends a booking without its last byte, and returns once the server has read the headers. */
export async function sendIncompleteBooking(port: number): Promise<{ socket: Socket; finish: () => Promise<string> }> {
  const body = JSON.stringify(booking())
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  socket.write(
    `POST /rest/v1/strategy_call_bookings HTTP/1.1\r\nHost: x\r\napikey: ${publishableKey}\r\nExpect: 100-continue\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  )
  while (!answer.startsWith(continueLine)) await once(socket, 'data')
  return {
    socket,
    async finish() {
      const closed = once(socket, 'close')
      socket.write(body.slice(-1))
      await closed
      return answer.slice(continueLine.length)
    },
  }
}
