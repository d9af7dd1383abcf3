import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'

/**
 * A server process for tests to kill. Opens the data folder that the first argument names, writes bookings in four
 * parallel loops until SIGTERM, and prints each id once the commit has been acknowledged. The second argument selects a
 * mode: 'idle' writes no bookings, 'leave' exits without closing anything, and 'fall' throws an uncaught error.
 */
const [dataDir = '', mode = 'busy'] = process.argv.slice(2)
// The output is unbuffered, because a killed process does not flush its buffers.
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
      await database.transaction('anon', {}, (tx) => tx.query(...insertion('strategy_call_bookings', booking({ id }))))
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
    throw new Error('test error')
  })
}
if (mode === 'idle' || mode === 'fall') while (!stopping) await sleep(20)
else await Promise.all([write(), write(), write(), write()])
await database.close()
clearInterval(heartbeat)
say('closed')
