import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { booking } from '#server/lib/db/rows-testing.ts'
import type { LaunchedServer } from './launching.ts'

export const publishableKey = 'sb_publishable_visitors'

/** Opens a new connection for each request, as a new visitor's browser does. */
export const fetchOnNewConnection: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const { method, headers, body, localAddress } = init as RequestInit & { localAddress?: string }
    const asked = request(
      input instanceof Request ? input.url : input,
      { agent: false, method, headers: Object.fromEntries(new Headers(headers)), localAddress },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          const text = status === 204 || status === 304 ? null : Buffer.concat(chunks)
          resolve(new Response(text, { status, headers: answer.headers as Record<string, string> }))
        })
      },
    )
    asked.on('error', reject).end(body ?? undefined)
  })

export const postBooking = (url: string, row: Record<string, unknown>, more: object = {}) =>
  fetchOnNewConnection(`${url}/rest/v1/strategy_call_bookings`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(booking(row)),
    ...more,
  })

/** The server's log entries so far. */
export const readLogEntries = ({ written }: Pick<LaunchedServer, 'written'>) =>
  written.err
    .split('\n')
    .filter((line) => /^\{.*\}$/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/**
 * Posts bookings until stopped, ignoring connection errors; collects the ids of bookings that received a 201 response.
 */
export function startVisitors(url: string) {
  const acknowledged: string[] = []
  const odd: number[] = []
  let going = true
  const visit = async () => {
    while (going) {
      const id = randomUUID()
      const answer = await postBooking(url, { id }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(id)
      else if (answer) odd.push(answer.status)
      await sleep(20)
    }
  }
  const done = Promise.all(Array.from({ length: 4 }, visit))
  return {
    acknowledged,
    odd,
    async stop() {
      going = false
      await done
    },
  }
}
