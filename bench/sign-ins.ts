import { join } from 'node:path'
import { key, startServer } from './contestants.ts'
import { ask, assertFlushed, startFlushedFifteen } from './databases.ts'
import { type HashCost, hashCost } from './hash-cost.ts'
import { connections } from './load.ts'
import type { Effort } from './peaks.ts'
import { startAuthPeer } from './peer.ts'
import { type Person, people, requests } from './people.ts'
import { press } from './press.ts'
import { balance, type Ledger } from './session-ledger.ts'
import { median, whole } from './statistics.ts'

interface Scale extends Effort {
  people: number
}

const thorough: Scale = { rounds: 5, seconds: 4, warmSeconds: 3, people: 200 }
/** A brief run only shows that the program works: its numbers mean nothing. */
const brief: Scale = { rounds: 1, seconds: 0.5, warmSeconds: 0.2, people: connections }

const kinds = [
  { request: 'signIn', words: 'sign-ins', sessions: 1, refreshes: 0 },
  { request: 'refresh', words: 'refreshes', sessions: 0, refreshes: 1 },
  { request: 'getUser', words: 'GET /user', sessions: 0, refreshes: 0 },
] as const

type Kind = (typeof kinds)[number]

/** A server with accounts on a database of its own. */
interface Contestant {
  name: string
  address: string
  url: URL
  people: Person[]
  hash: HashCost
  ledger: Ledger
  /** Answers per second of each round. */
  rates: Record<Kind['words'], number[]>
}

/** How many sign-ins, session refreshes and reads of the own user a server answers in a second, beside a peer. */
export async function printSignIns(folder: string, isBrief: boolean): Promise<void> {
  const scale = isBrief ? brief : thorough
  const fifteen = startFlushedFifteen(folder)
  const peerAddress = fifteen.address.replace(/[^/]*$/, 'peer')
  const server = startServer({
    ...fifteen.settings,
    DATA_DIR: join(folder, 'data'),
    AUTH_SIGN_UP: 'on',
    AUTH_AUTOCONFIRM: 'on',
  })
  let peer: Awaited<ReturnType<typeof startAuthPeer>> | undefined
  try {
    // An empty database, because the peer creates auth tables of its own.
    await ask(fifteen.address, 'create database peer')
    await server.start()
    peer = await startAuthPeer(peerAddress, key)
    for (const address of [fifteen.address, peerAddress]) await assertFlushed(address)
    const ours = await enter('Backline', server.url, fifteen.address, scale)
    const theirs = await enter('@supabase/lite', peer.url, peerAddress, scale)
    await compete(ours, theirs, scale)
    print(ours, theirs, scale)
  } finally {
    await Promise.all([server.stop(), peer?.stop()])
    fifteen.stop()
  }
}

/** Creates the accounts by public sign-up; each opens a session. */
async function enter(name: string, at: string, address: string, scale: Scale): Promise<Contestant> {
  const url = new URL(at)
  const all = people(scale.people)
  const { answered } = await press(url, all, requests(url, key).signUp, 'once')
  const ledger = { sessions: answered, refreshes: 0 }
  await balance(address, ledger)
  const [one] = all
  const sql = 'select encrypted_password as hash from auth.users where email = $1'
  const [row] = await ask<{ hash: string }>(address, sql, [one?.email])
  const hash = await hashCost(row?.hash ?? '', one?.password ?? '', scale.seconds / 2)
  const rates = { 'sign-ins': [], refreshes: [], 'GET /user': [] }
  return { name, address, url, people: all, hash, ledger, rates }
}

/** Rounds in which both servers take turns, there and back. */
async function compete(ours: Contestant, theirs: Contestant, scale: Scale): Promise<void> {
  for (const kind of kinds) for (const who of [ours, theirs]) await take(who, kind, scale.warmSeconds)
  for (let round = 0; round < scale.rounds; round++)
    for (const kind of kinds)
      for (const who of round % 2 === 0 ? [ours, theirs] : [theirs, ours])
        who.rates[kind.words].push(await take(who, kind, scale.seconds))
}

/** Answers per second; throws unless the database agrees. */
async function take(who: Contestant, kind: Kind, seconds: number): Promise<number> {
  const { url, ledger } = who
  const pressed = await press(url, who.people, requests(url, key)[kind.request], seconds)
  ledger.sessions += pressed.answered * kind.sessions
  ledger.refreshes += pressed.answered * kind.refreshes
  await balance(who.address, ledger)
  return pressed.answered / pressed.seconds
}

function print(ours: Contestant, theirs: Contestant, { rounds, seconds, people }: Scale): void {
  const rate = (who: Contestant, { words }: Kind) => median(who.rates[words])
  const row = (name: string, cell: (kind: Kind) => string) =>
    console.log(`              ${name.padEnd(32)}${kinds.map((kind) => cell(kind).padStart(12)).join('')}`)

  console.log(
    `sign-ins      answers per second over ${connections} connections, ${people} people, PostgreSQL 15, ` +
      `every commit flushed; medians of ${rounds} rounds of ${seconds} s`,
  )
  row('', ({ words }) => words)
  for (const who of [ours, theirs]) row(who.name, (kind) => whole(rate(who, kind)))
  row('Backline to @supabase/lite', (kind) => (rate(ours, kind) / rate(theirs, kind)).toFixed(2))
  for (const who of [ours, theirs]) {
    const { name, milliseconds, most, threads } = who.hash
    const part = (100 * rate(who, kinds[0])) / most
    console.log(
      `              ${who.name} hashes with ${name}: one takes ${milliseconds.toFixed(1)} ms, so ` +
        `${threads} ${threads === 1 ? 'thread tries' : 'cores try'} at most ${whole(most)} a second; ` +
        `its sign-ins are ${part.toFixed(0)} % of that`,
    )
  }
  console.log(
    '              each session acknowledged is stored, and each refresh used up one token and made one',
  )
}
