import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { settle } from './databases.ts'
import { eventRows } from './event-rows.ts'

export interface Peer {
  url: string
  stop: () => Promise<void>
}

/** @supabase/lite as a process of its own, on a database that has our schema. */
export async function startPeer(databaseUrl: string, key: string): Promise<Peer> {
  const program = fileURLToPath(new URL('peer-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, databaseUrl, key], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  const ended = once(child, 'exit').then(() => {
    throw new Error('@supabase/lite ended before it was ready')
  })
  const [url] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
  ended.catch(() => {})
  // Its first request grants the roles what they need, and two of them at once would get in each other's way.
  const first = await fetch(new URL('/rest/v1/user_interactions', url), {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(eventRows(1, randomUUID(), 0)),
  })
  if (!first.ok) throw new Error(`@supabase/lite answered its first request ${first.status}`)
  await settle(databaseUrl, 1)
  return {
    url,
    async stop() {
      child.kill()
      await ended.catch(() => {})
    },
  }
}
