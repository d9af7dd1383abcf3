import { randomUUID } from 'node:crypto'
import { eventRows } from './event-rows.ts'
import { blank, preparedMessages } from './prepared-messages.ts'

/** Differs for each connection of each run, so that ids are unique in a database. */
let connections = 0

/** Requests to store events, for one connection. */
export function eventMessages(url: URL, key: string, rows: number): () => Buffer {
  const connection = ++connections
  const visit = eventRows(rows === 1 ? 11 : rows, randomUUID(), connection)
  const all = visit.map((row) => ({ id: blank, ...row }))
  const bodies = rows === 1 ? all.map((row) => JSON.stringify(row)) : [JSON.stringify(all)]
  let count = 0
  return preparedMessages(url, { apikey: key, 'User-Agent': String(visit[0]?.user_agent) }, bodies, () => {
    const [time, tail] = [hex(Date.now(), 12), `8${hex(connection, 3)}-${hex(count++, 12)}`]
    const head = `${time.slice(0, 8)}-${time.slice(8)}-7`
    return (place) => `${head}${hex(place, 3)}-${tail}`
  })
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
