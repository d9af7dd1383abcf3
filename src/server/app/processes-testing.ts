import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lives, openFolder } from '#server/lib/db/server-process.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { type Launched, launchServer, ready } from './launching.ts'

export const publishableKey = 'sb_publishable_backline'

/** A data folder for servers of two processes on this site. */
export function processesForTest(siteFolder: string) {
  const dataDir = openFolder()
  const masterKey = randomBytes(32)
  // Run in every serving process: a fault that nobody catches, on a signal; no start at all, when a file says so.
  const plant = join(siteFolder, '../plant.mjs')
  const noStart = join(siteFolder, '../no-start')
  writeFileSync(
    plant,
    `import { existsSync } from 'node:fs'
     if (process.argv[2] === 'serving') {
       if (existsSync(${JSON.stringify(noStart)})) process.exit(9)
       process.on('SIGUSR2', () => { throw new Error('planted') })
     }`,
  )
  const environment = {
    PROCESSES: '2',
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: masterKey.toString('base64'),
    NODE_OPTIONS: `--import ${plant}`,
  }
  const launch = (change: Record<string, string> = {}) =>
    launchServer({ ...environment, ...change }, siteFolder)
  return {
    dataDir,
    masterKey,
    launch,
    serve: async (change?: Record<string, string>) => ready(launch(change)),
    /** Whether processes begin to serve. */
    mayStart(may: boolean) {
      if (may) rmSync(noStart)
      else writeFileSync(noStart, '')
    },
    remove() {
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** As a visitor whose browser has no connection yet: each request comes to the next process. */
export const anew: typeof fetch = (input, init = {}) =>
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

export const post = (url: string, row: Record<string, unknown>, more: object = {}) =>
  anew(`${url}/rest/v1/strategy_call_bookings`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(booking(row)),
    ...more,
  })

/** What it has logged so far. */
export const linesOf = ({ written }: Pick<Launched, 'written'>) =>
  written.err
    .split('\n')
    .filter((line) => /^\{.*\}$/.test(line))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** The processes that serve now. */
export const serving = (server: Pick<Launched, 'written'>) => {
  const born = linesOf(server).filter(({ msg }) => msg === 'a process serves')
  return born.map(({ pid }) => Number(pid)).filter(lives)
}

/** Posts bookings until it is told to stop, as visitors who try again; keeps the ids of those answered 201. */
export function visitors(url: string) {
  const acknowledged: string[] = []
  const odd: number[] = []
  let going = true
  const visit = async () => {
    while (going) {
      const id = randomUUID()
      const answer = await post(url, { id }).catch(() => null)
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
