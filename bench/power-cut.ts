import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFifteen } from '../tools/testing/postgres-fifteen.ts'
import { socketAddress } from '../tools/testing/postgres-server.ts'
import { key, startServer } from './contestants.ts'
import { newDisk, whyNoDisk } from './cut-disk.ts'
import { ask, embeddedAddress } from './databases.ts'
import { verdict, whole } from './statistics.ts'

const cuts = 5

/**
 * The power fails while people book, and the database is opened from what was on the disk at that moment: every
 * acknowledged row must be in it. The same with a database that does not flush proves that the test would see a loss.
 */
export async function printPowerCut(folder: string, isBrief: boolean): Promise<void> {
  const reason = whyNoDisk()
  if (reason) {
    console.log(`power-cut     not tried here: ${reason}`)
    return
  }
  const turns = isBrief ? 1 : cuts
  const losses = []
  for (let turn = 0; turn < turns; turn++) losses.push(await cutEmbedded(join(folder, `cut-${turn}`)))
  const sum = (of: 'lost' | 'acknowledged') => losses.reduce((all, one) => all + one[of], 0)
  console.log(
    `power-cut     ${turns} cuts: of ${whole(sum('acknowledged'))} bookings answered 201, ${sum('lost')} are lost ` +
      `(goal: 0) ${verdict(sum('lost') === 0)}`,
  )
  const { lost, words } = await cutUnflushed(join(folder, 'unflushed'))
  console.log(`              with fsync off ${words}, so a loss would be seen ${verdict(lost > 0)}`)
}

/** Books in sequence on several connections until told to stop; keeps the ids of the bookings answered 201. */
function book(url: string) {
  const acknowledged: string[] = []
  let isGoing = true
  const row = {
    name: 'Ada',
    email: 'ada@example.com',
    company: 'Engines',
    phone: '1',
    current_challenges: 'other',
    team_size: '1',
    preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
  }
  const visitor = async () => {
    while (isGoing) {
      const id = randomUUID()
      const answer = await fetch(`${url}/rest/v1/strategy_call_bookings`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...row, id }),
      }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(id)
    }
  }
  const done = Promise.all(Array.from({ length: 8 }, visitor))
  return {
    acknowledged,
    async reach(count: number) {
      while (acknowledged.length < count) await sleep(5)
    },
    async stop() {
      isGoing = false
      await done
    },
  }
}

/** How many of these rows are missing. */
async function missing(ids: readonly string[], address: string): Promise<number> {
  const rows = await ask<{ id: string }>(address, 'select id from public.strategy_call_bookings')
  const stored = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !stored.has(id)).length
}

async function cutEmbedded(folder: string): Promise<{ acknowledged: number; lost: number }> {
  const place = newDisk(folder)
  const server = startServer({ DATA_DIR: join(place.disk, 'data') })
  let again: ReturnType<typeof startServer> | undefined
  try {
    await server.start()
    const visitors = book(server.url)
    await visitors.reach(300 + Math.random() * 300)
    const { acknowledged } = visitors
    await server.kill()
    const found = place.cut(join(place.disk, 'data/postgres'))
    await visitors.stop()
    again = startServer({ DATA_DIR: join(found, 'data') })
    await again.start()
    const lost = await missing(acknowledged, embeddedAddress(join(found, 'data')))
    return { acknowledged: acknowledged.length, lost }
  } finally {
    await Promise.all([server.kill(), again?.stop()])
    place.remove()
  }
}

/** The outcome for a database that does not flush: lost rows, or a database that does not start any more. */
async function cutUnflushed(folder: string): Promise<{ lost: number; words: string }> {
  const place = newDisk(folder)
  const fifteen = startFifteen(place.disk, ['fsync=off'])
  const server = startServer({ ...fifteen.settings, DATA_DIR: join(folder, 'own') })
  let control: ((...words: string[]) => boolean) | undefined
  let isCut = false
  try {
    await server.start()
    const visitors = book(server.url)
    await visitors.reach(300)
    const { acknowledged } = visitors
    await server.kill()
    isCut = true
    const home = join(place.cut(join(place.disk, 'fifteen/data')), 'fifteen')
    await visitors.stop()
    control = controlOf(home)
    if (!control('-w', '-t', '30', 'start'))
      return { lost: acknowledged.length, words: 'the database does not open any more' }
    const lost = await missing(acknowledged, socketAddress(home)).catch(() => acknowledged.length)
    return { lost, words: `${lost} of ${acknowledged.length} are lost` }
  } finally {
    control?.('-m', 'immediate', 'stop')
    await server.kill()
    if (!isCut) fifteen.stop()
    place.remove()
  }
}

/** PostgreSQL's own switch for the copy: whether it did what it was told. */
function controlOf(home: string) {
  const options = `-c listen_addresses= -c unix_socket_directories='${home}'`
  const words = ['-u', 'postgres', '--', '/usr/lib/postgresql/15/bin/pg_ctl', '-D', join(home, 'data'), '-s']
  return (...more: string[]): boolean =>
    spawnSync('runuser', [...words, '-o', options, '-l', join(home, 'log'), ...more], {
      cwd: '/',
      stdio: 'ignore',
    }).status === 0
}
