import { Gauge, Registry } from 'prom-client'
import { sharedCall } from '#server/lib/cached.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { outboxChannels } from '#shared/contract/outbox.ts'
import type { MetricValues } from './process-metrics.ts'
import { type DatabaseReading, readMetrics } from './queries.ts'

/**
 * Milliseconds for which a scrape waits for the database (`patience`), and for which its result is reused (`fresh`).
 */
const patience = 1000
const fresh = 5000

type MetricLabels = Record<string, string>
type LabeledValue = readonly [labels: MetricLabels, value: number]

/**
 * Metrics about the database, for all processes and servers that use it. If the database does not respond,
 * `backline_db_up` is 0 and the other metrics are missing, because old values would look current. A database that
 * responds but cannot store rows, for example on a full disk, is up but not ready.
 */
export function databaseMetrics(database: Pick<Database, 'alone' | 'ping'>, log: Log): () => Promise<MetricValues> {
  const read = sharedCall({ fresh, patience }, () => readMetrics(database))
  const ping = sharedCall({ fresh, patience }, () => database.ping())
  return async () => {
    const registry = new Registry()
    const gauge = (name: string, help: string, ...values: readonly LabeledValue[]) => {
      const labelNames = Object.keys(values[0]?.[0] ?? {})
      const made = new Gauge({ name: `backline_${name}`, help, labelNames, registers: [registry] })
      for (const [labels, value] of values) made.set(labels, value)
    }
    const [reading, isReady] = await Promise.all([
      read().catch((error: unknown) => {
        log.warn({ err: error }, 'reading database metrics failed')
        return null
      }),
      // `/readyz` logs the cause of a failure.
      ping().then(
        () => true,
        () => false,
      ),
    ])
    gauge('db_up', 'Whether the database responds within a second.', [{}, reading ? 1 : 0])
    gauge('ready', 'Whether new rows would be stored, as in /readyz.', [{}, isReady ? 1 : 0])
    if (reading) setGauges(reading, gauge)
    return registry.getMetricsAsJSON()
  }
}

function setGauges(
  reading: DatabaseReading,
  gauge: (name: string, help: string, ...values: readonly LabeledValue[]) => void,
): void {
  const { owed, outbox, webhooks, calendars, backup, lag } = reading
  const items = (channel: string, state: string) =>
    outbox.find((item) => item.channel === channel && item.state === state)

  gauge(
    'overdue_answers',
    'Overdue answers.',
    [{ table: 'booking' }, owed.booking.late],
    [{ table: 'message' }, owed.message.late],
  )
  gauge(
    'answers_due_soon',
    'Answers that are overdue or for which less than a sixth of the promised time is left.',
    [{ table: 'booking' }, owed.booking.soon],
    [{ table: 'message' }, owed.message.soon],
  )
  gauge('oldest_unanswered_booking_age_seconds', 'Age of the oldest unanswered booking; 0 if there is none.', [
    {},
    owed.booking.age ?? 0,
  ])
  gauge('oldest_unanswered_message_age_seconds', 'Age of the oldest unanswered message; 0 if there is none.', [
    {},
    owed.message.age ?? 0,
  ])
  gauge(
    'outbox_messages',
    'Unsent emails and webhooks, by channel and state.',
    ...outboxChannels.flatMap((channel) =>
      ['waiting', 'sending', 'failed'].map(
        (state): LabeledValue => [{ channel, state }, items(channel, state)?.count ?? 0],
      ),
    ),
  )
  gauge(
    'outbox_oldest_due_age_seconds',
    'Age of the oldest unsent delivery since it was first due; 0 if nothing is due.',
    ...outboxChannels.map((channel): LabeledValue => {
      const ages = ['waiting', 'sending'].map((state) => items(channel, state)?.oldest ?? 0)
      return [{ channel }, Math.max(0, ...ages)]
    }),
  )
  gauge(
    'webhooks',
    'Webhooks by state.',
    ...Object.entries(webhooks).map(([state, count]): LabeledValue => [{ state }, count]),
  )
  gauge(
    'calendars',
    "Hosts' calendars by whether the last attempt to read them succeeded.",
    [{ state: 'read' }, calendars.read],
    [{ state: 'failing' }, calendars.failing],
  )
  gauge('calendar_oldest_age_seconds', 'For how long the most outdated calendar could not be read.', [
    {},
    calendars.age ?? 0,
  ])
  // Backups are reported as a job, like the jobs that run in a process. The value is 0 if there was no backup.
  gauge(
    'job_last_success_timestamp_seconds',
    'When a repeated job last succeeded.',
    [{ job: 'backup' }, backup.made ?? 0],
    [{ job: 'backup_proof' }, backup.proven ?? 0],
  )
  // This metric is missing if no schedule is set; an alert can then use the backup's age.
  if (backup.late !== null)
    gauge('backup_late', 'Whether two intervals have passed without a backup.', [{}, backup.late ? 1 : 0])
  gauge('db_size_bytes', 'Size of the database.', [{}, reading.size])
  gauge('db_standbys', 'Standby servers.', [{}, reading.standbys])
  gauge('db_replication_asynchronous', 'Whether rows are acknowledged before a standby has them.', [
    {},
    reading.asynchronous ? 1 : 0,
  ])
  if (lag !== null) gauge('db_replication_lag_seconds', 'Replication lag of the slowest standby.', [{}, lag])
}
