import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ParsedMetrics {
  text: string
  /** The sum of a metric's series with these labels; undefined if no series has these labels. */
  value(name: string, labels?: Record<string, string>): number | undefined
}

export function readScrape(text: string): ParsedMetrics {
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name,
    labels: new Map([...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, said]) => [key, said])),
    value: Number(value),
  }))
  return {
    text,
    value(name, wanted = {}) {
      const found = series.filter(
        (each) => each.name === name && Object.entries(wanted).every(([key, said]) => each.labels.get(key) === said),
      )
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}

export async function scrapeAt(url: string, token?: string): Promise<ParsedMetrics> {
  const answer = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {})
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return readScrape(await answer.text())
}

/** Waits until values from the database are no longer cached by the metrics. */
export const untilFresh = () => sleep(5200)

/** A proxy for database connections that can refuse or stall them. */
export async function openFaultyProxy(address: string) {
  const target = new URL(address)
  const folder = decodeURIComponent(target.hostname)
  const sockets = new Set<Socket>()
  let fault: 'refuses' | 'is silent' | null = null
  const wire = createServer((socket) => {
    if (fault === 'refuses') return void socket.destroy()
    const there = connect(join(folder, `.s.PGSQL.${target.port || 5432}`))
    for (const each of [socket, there]) {
      sockets.add(each)
      each.on('error', () => {})
      each.on('close', () => {
        socket.destroy()
        there.destroy()
      })
    }
    socket.on('data', (bytes) => fault ?? there.write(bytes))
    there.on('data', (bytes) => fault ?? socket.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(wire, 'listening')
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String((wire.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    fail(how: typeof fault) {
      fault = how
      if (how === 'refuses') cut()
    },
    mend() {
      fault = null
      cut()
    },
    close() {
      cut()
      wire.close()
    },
  }
}
