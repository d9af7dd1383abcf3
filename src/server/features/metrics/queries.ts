import * as v from 'valibot'
import type { Database } from '#server/lib/db/database.ts'
import { outboxChannels } from '#shared/contract/outbox.ts'

/** `age`: the number of seconds that the visitor has waited for the oldest answer. */
const answersDue = v.object({ late: v.number(), soon: v.number(), age: v.nullable(v.number()) })

const reading = v.object({
  owed: v.object({ booking: answersDue, message: answersDue }),
  outbox: v.array(
    v.object({
      channel: v.picklist(outboxChannels),
      state: v.picklist(['waiting', 'sending', 'failed']),
      count: v.number(),
      oldest: v.nullable(v.number()),
    }),
  ),
  webhooks: v.object({
    active: v.number(),
    failing: v.number(),
    paused: v.number(),
    switched_off: v.number(),
  }),
  /** `age` is the number of seconds since the least recently read calendar was read; null if there is no calendar. */
  calendars: v.object({ read: v.number(), failing: v.number(), age: v.nullable(v.number()) }),
  backup: v.object({
    /** The time of the last backup, in seconds since 1970. */
    made: v.nullable(v.number()),
    proven: v.nullable(v.number()),
    /** Null if backups have no schedule. */
    late: v.nullable(v.boolean()),
  }),
  size: v.number(),
  standbys: v.number(),
  lag: v.nullable(v.number()),
  asynchronous: v.boolean(),
})
export type DatabaseReading = v.InferOutput<typeof reading>

export async function readMetrics(database: Pick<Database, 'alone'>): Promise<DatabaseReading> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ read: unknown }>('select private.read_metrics() as read', [], 'read_metrics')
  return v.parse(reading, rows[0]?.read)
}
