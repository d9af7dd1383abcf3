import { randomUUID } from 'node:crypto'
import { eventRows } from './event-rows.ts'

const blank = '00000000-0000-7000-8000-000000000000'
/** Different for each connection of each run, so that no two rows of a database have one id. */
let connections = 0

/**
 * Requests to store events, whole as they travel, for one connection that asks once at a time. They are made
 * beforehand and only get new ids: the machine's time is for the server.
 */
export function eventMessages(url: URL, key: string, rows: number): () => Buffer {
  const connection = ++connections
  const visit = eventRows(rows === 1 ? 11 : rows, randomUUID(), connection)
  const all = visit.map((row) => ({ id: blank, ...row }))
  const bodies = rows === 1 ? all.map((row) => JSON.stringify(row)) : [JSON.stringify(all)]
  const messages = bodies.map((body) => {
    const head =
      `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\napikey: ${key}\r\n` +
      `User-Agent: ${visit[0]?.user_agent}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    const bytes = Buffer.from(head + body)
    const places: number[] = []
    for (let at = bytes.indexOf(blank); at >= 0; at = bytes.indexOf(blank, at + 1)) places.push(at)
    return { bytes, places }
  })
  let count = 0
  return () => {
    const { bytes, places } = messages[count++ % messages.length] as (typeof messages)[number]
    const [time, tail] = [hex(Date.now(), 12), `8${hex(connection, 3)}-${hex(count, 12)}`]
    const head = `${time.slice(0, 8)}-${time.slice(8)}-7`
    places.forEach((at, index) => {
      bytes.write(`${head}${hex(index, 3)}-${tail}`, at, 'latin1')
    })
    return bytes
  }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
