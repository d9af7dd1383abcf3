import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '#server/lib/db/database.ts'
import { deliveryTried, faultMet, jobDone, rowsStored, socketChanged } from '#server/lib/telemetry.ts'
import { outboxChannels } from '#shared/contract/outbox.ts'
import { faultLabel } from './policy.ts'

const outcomes = ['sent', 'dropped', 'failed', 'waiting'] as const

/** Metrics of one process, labelled with its name. `stop` ends the collecting. */
export function processMetrics(process: string, database: Pick<Database, 'usage'>) {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  const stored = {
    strategy_call_bookings: new Counter({
      name: 'backline_bookings_total',
      help: 'Bookings that were stored.',
      registers,
    }),
    contact_messages: new Counter({
      name: 'backline_messages_total',
      help: 'Messages that were stored.',
      registers,
    }),
    user_interactions: new Counter({
      name: 'backline_interactions_total',
      help: 'Interactions that were stored.',
      registers,
    }),
  }
  const faults = new Counter({
    name: 'backline_browser_faults_total',
    help: "Faults that visitors' browsers told of.",
    labelNames: ['code'],
    registers,
  })
  const jobs = new Gauge({
    name: 'backline_job_last_success_timestamp_seconds',
    help: 'When a repeated job last did its work.',
    labelNames: ['job'],
    registers,
  })
  const sockets = new Gauge({
    name: 'backline_realtime_connections',
    help: 'Sockets of the realtime service that are open.',
    registers,
  })
  const deliveries = new Counter({
    name: 'backline_deliveries_total',
    help: 'Tries to send a letter or a webhook, by what became of it; waiting for another try.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  for (const channel of outboxChannels)
    for (const outcome of outcomes) deliveries.inc({ channel, outcome }, 0)

  if (database) measurePool(database, registers)

  const ends = [
    rowsStored.subscribe(({ table, rows }) => {
      if (Object.hasOwn(stored, table)) stored[table as keyof typeof stored].inc(rows)
    }),
    faultMet.subscribe(({ code }) => {
      const label = faultLabel(code)
      if (label) faults.inc({ code: label })
    }),
    jobDone.subscribe(({ job }) => jobs.setToCurrentTime({ job })),
    socketChanged.subscribe(({ by }) => sockets.inc(by)),
    deliveryTried.subscribe((tried) => deliveries.inc(tried)),
  ]
  return {
    registry,
    stop: () => {
      for (const end of ends) end()
    },
  }
}

function measurePool(database: Pick<Database, 'usage'>, registers: Registry[]): void {
  new Gauge({
    name: 'backline_db_pool_connections',
    help: 'Connections of the pool, by whether a request has one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = database.usage()
      this.set({ state: 'used' }, used)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'backline_db_pool_size',
    help: 'Connections that the pool may have.',
    registers,
    collect() {
      this.set(database.usage().most)
    },
  })
  new Gauge({
    name: 'backline_db_pool_waiting',
    help: 'Requests that wait for a connection.',
    registers,
    collect() {
      this.set(database.usage().waiting)
    },
  })
}
