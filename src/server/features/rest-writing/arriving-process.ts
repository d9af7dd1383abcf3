import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openAnnouncer } from '#server/lib/announcing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { createLog } from '#server/lib/log.ts'
import { openArrivals } from './arrivals.ts'
import { tables } from './policy.ts'

/** A server process for tests to kill: stores one booking in the database named, says its id once it is committed, and stays. */
const [databaseUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir: '', databaseUrl, owner: 'an arriving process', log: () => {} })
const announcer = openAnnouncer(database, createLog({ write: () => {} }))
const table = tables.get('strategy_call_bookings')
const id = randomUUID()
const { monthly_revenue: _, ...row } = booking({ id })
if (table) await openArrivals(database, announcer).store(table, [row])
writeSync(1, `${id}\n`)
setInterval(() => {}, 1000)
