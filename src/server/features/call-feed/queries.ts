import * as v from 'valibot'
import type { Database } from '#server/lib/db/database.ts'
import { callSqlFunction } from '#server/lib/db/rows.ts'

const instant = v.pipe(v.string(), v.transform(Date.parse))

const feedSchema = v.object({
  name: v.string(),
  place: v.string(),
  calls: v.array(
    v.object({
      id: v.string(),
      sequence: v.number(),
      link: v.nullable(v.string()),
      starts: instant,
      ends: instant,
      name: v.string(),
      company: v.string(),
      changed: instant,
    }),
  ),
})
export type Feed = v.InferOutput<typeof feedSchema>

/** The calls of the host whose token has this hash; null if no host has this token. */
export async function findFeed(database: Database, hash: Buffer, now: number): Promise<Feed | null> {
  const answer = await callSqlFunction(database.alone('backline_call_page', {}), 'private.feed_calls', [
    hash,
    new Date(now),
  ])
  return answer === null ? null : v.parse(feedSchema, answer)
}
