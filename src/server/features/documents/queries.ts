import * as v from 'valibot'
import type { Database } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'

const facts = v.object({
  people_days: v.nullable(v.number()),
  interaction_days: v.nullable(v.number()),
  webhooks: v.array(v.string()),
  calendars: v.array(v.string()),
  has_feeds: v.boolean(),
})

/** Returns how long the database keeps its data, and which other services receive the data. */
export async function readPracticeFacts(database: Database): Promise<v.InferOutput<typeof facts>> {
  return v.parse(facts, await callSqlFunction(database.alone('backline_upkeep', {}), 'private.practice_facts'))
}
