import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { booking } from '#server/lib/db/rows-testing.ts'

const key = 'sb_publishable_visitors'
const continueLine = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Sends a booking without its last byte, and returns once the server has read the headers. */
export async function sendIncompleteBooking(
  port: number,
  host = '127.0.0.1',
): Promise<{ socket: Socket; finish: () => Promise<string> }> {
  const body = JSON.stringify(booking())
  const socket = connect(port, host)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => {})
  const head = `POST /rest/v1/strategy_call_bookings HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\nExpect: 100-continue\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`)
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
