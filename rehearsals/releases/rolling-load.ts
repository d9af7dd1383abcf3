import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { booking } from '#server/lib/db/rows-testing.ts'

const publishableKey = 'sb_publishable_visitors'

interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

/**
 * Simulates visitors who read pages and book calls over keep-alive connections, and desks that reopen their socket when
 * it closes. Nothing is retried, and each failure is recorded.
 */
export function startLoad(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const seen = { pages: 0, bookings: [] as string[], sockets: 0, goodbyes: 0, failures: [] as string[] }
  let isOver = false
  const open = new Set<WebSocket>()

  const ask = ({ method, path, body }: LoadRequest) =>
    new Promise<number>((resolve, reject) => {
      const headers = { apikey: publishableKey, 'content-type': 'application/json' }
      const asked = request(`${url}${path}`, { method, agent, headers: body ? headers : {} }, (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode ?? 0))
        answer.resume()
      })
      asked.on('error', reject).end(body)
    })
  const keep = async (what: LoadRequest, wanted: number, done: () => void) => {
    const status = await ask(what).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
    if (status === wanted) done()
    else seen.failures.push(`${new Date().toISOString()} ${what.method} ${what.path}: ${status}`)
  }

  const read = async () => {
    while (!isOver) await keep({ method: 'GET', path: '/' }, 200, () => seen.pages++)
  }
  const book = async () => {
    while (!isOver) {
      const id = randomUUID()
      const body = JSON.stringify(booking({ id }))
      const post = { method: 'POST' as const, path: '/rest/v1/strategy_call_bookings', body }
      await keep(post, 201, () => seen.bookings.push(id))
      await sleep(10)
    }
  }
  const hear = async () => {
    const place = url.replace('http', 'ws')
    while (!isOver) {
      const socket = new WebSocket(`${place}/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`)
      open.add(socket)
      await new Promise<void>((resolve) => {
        socket.on('open', () => seen.sockets++)
        socket.on('error', (error) => seen.failures.push(`socket: ${error.message}`))
        socket.on('close', (code) => {
          if (code === 1001) seen.goodbyes++
          else if (!isOver) seen.failures.push(`socket: closed with ${code}`)
          resolve()
        })
      })
      open.delete(socket)
      // The desk's client also waits for a second before it reconnects.
      await sleep(1000)
    }
  }
  const all = Promise.all([...Array.from({ length: 8 }, read), ...Array.from({ length: 4 }, book), hear(), hear()])
  return {
    seen,
    async stop() {
      isOver = true
      for (const socket of open) socket.close()
      await all
      agent.destroy()
    },
  }
}
