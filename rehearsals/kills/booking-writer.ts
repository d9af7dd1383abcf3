import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

/**
 * A server process for tests to kill: opens the data folder named first, then writes bookings from four
 * hands until SIGTERM, and prints each id once its commit was acknowledged. With 'idle' as its second
 * argument it writes none; with 'leave' it ends without closing anything, and with 'fall' by a fault that nobody catches.
 */
const [dataDir = '', mode = 'busy'] = process.argv.slice(2)
// Past every buffer of this process, which will not live to empty one.
const say = (line: string) => writeSync(1, `${line}\n`)

const owner = `process ${process.pid} on http://127.0.0.1:3000`
const database = await openDatabase({ dataDir, owner, log: (message) => say(`log ${message}`) }).catch(
  (error: Error) => {
    say(`refused ${error.name}: ${error.message}`)
    process.exit(1)
  },
)
say('ready')

let stopping = false
const heartbeat = setInterval(() => {}, 1000)
process.once('SIGTERM', () => {
  stopping = true
})

async function write(): Promise<void> {
  while (!stopping) {
    const id = randomUUID()
    try {
      await database.transaction('anon', {}, (tx) =>
        tx.query(...insertion('strategy_call_bookings', booking({ id }))),
      )
      say(`stored ${id}`)
    } catch (error) {
      say(`lost ${(error as { code?: string }).code}`)
      await sleep(20)
    }
  }
}

if (mode === 'leave') process.exit(3)
if (mode === 'fall') {
  setImmediate(() => {
    throw new Error('planted')
  })
}
if (mode === 'idle' || mode === 'fall') while (!stopping) await sleep(20)
else await Promise.all([write(), write(), write(), write()])
await database.close()
clearInterval(heartbeat)
say('closed')
