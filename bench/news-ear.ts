import WebSocket from 'ws'
import { key } from './contestants.ts'

/** A realtime subscriber at the desk who listens for bookings. */
export interface Ear {
  name: string
  /** When news of each booking arrived, by its id. */
  heard: Map<string, number>
  /** How often the server said that news may have been lost. */
  gaps: () => number
  forget: () => void
  close: () => void
}

interface Payload {
  status?: string
  data?: { record: { id: string } }
}

/** Joins as the library does, over a bare socket: this package has another version of the library, for the peer. */
export async function openEar(name: string, url: string, token: string): Promise<Ear> {
  const heard = new Map<string, number>()
  let gaps = 0
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`)
  const say = (topic: string, event: string, payload: object) =>
    socket.send(JSON.stringify(['1', '1', topic, event, payload]))
  const heartbeat = setInterval(() => say('phoenix', 'heartbeat', {}), 25_000)
  socket.once('close', () => clearInterval(heartbeat))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      const wish = { event: 'INSERT', schema: 'public', table: 'strategy_call_bookings' }
      say('realtime:desk', 'phx_join', { access_token: token, config: { postgres_changes: [wish] } })
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString()
      const [, , topic, event, payload] = JSON.parse(text) as [unknown, unknown, string, string, Payload]
      if (payload.data) heard.set(payload.data.record.id, performance.now())
      else if (event === 'phx_error' || event === 'phx_close') gaps++
      else if (topic === 'phoenix' || event === 'system') return
      else if (payload.status === 'ok') resolve()
      else reject(new Error(`The channel was answered ${text}`))
    })
  })
  return {
    name,
    heard,
    gaps: () => gaps,
    forget() {
      heard.clear()
      gaps = 0
    },
    close: () => socket.terminate(),
  }
}
