import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { settle } from './databases.ts'
import { eventRows } from './event-rows.ts'

export interface Peer {
  url: string
  stop: () => Promise<void>
}

/** @supabase/lite with its data API alone, on a database that already has the tables. */
export async function startPeer(databaseUrl: string, key: string): Promise<Peer> {
  const peer = await spawnPeer(databaseUrl, key)
  // Its first request grants the roles' rights; two of them in parallel would conflict.
  const first = await fetch(new URL('/rest/v1/user_interactions', peer.url), {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(eventRows(1, randomUUID(), 0)),
  })
  if (!first.ok) throw new Error(`@supabase/lite answered its first request ${first.status}`)
  await settle(databaseUrl, 1)
  return peer
}

/** As a process of its own. */
async function spawnPeer(databaseUrl: string, key: string): Promise<Peer> {
  const program = fileURLToPath(new URL('peer-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, databaseUrl, key], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit').then(() => {
    throw new Error('@supabase/lite ended before it was ready')
  })
  const url = await Promise.race([addressFrom(createInterface(child.stdout)), ended])
  ended.catch(() => {})
  return {
    url,
    async stop() {
      child.kill()
      await ended.catch(() => {})
    },
  }
}

/** It reports the tables that it creates before it prints its address. */
function addressFrom(lines: Interface): Promise<string> {
  return new Promise((resolve) => {
    lines.on('line', (line) => line.startsWith('http://') && resolve(line))
  })
}
