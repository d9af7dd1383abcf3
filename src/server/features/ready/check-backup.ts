import { readBackups } from './queries.ts'
import type { Found, Look } from './types.ts'

/** A backup that nothing repeats is worth as much as the work since then: two days of it at most. */
const oldMilliseconds = 2 * 86_400_000

/** A restore proves a backup; what it proved is forgotten when programs, keys and people have changed. */
const provenMilliseconds = 180 * 86_400_000

/** Whether there is a backup of now, and one that was opened. */
export async function checkBackup({ database, clock }: Look): Promise<Found<'backup'>> {
  const last = await readBackups(database)
  const { snapshot_at: made, failed_at: failed, proven_at: proven } = last
  if (failed) return ['broken', { at: failed.toISOString(), failure: last.failure ?? 'other' }]
  if (!made) return [last.every_hours === null ? 'unset' : 'none']
  const facts = { at: made.toISOString(), place: last.place ?? '' }
  if (last.is_late) return ['late', { ...facts, hours: last.every_hours ?? '' }]
  if (last.every_hours === null && clock() - made.getTime() > oldMilliseconds) return ['old', facts]
  if (!proven || clock() - proven.getTime() > provenMilliseconds) return ['unproven', facts]
  return [last.every_hours === null ? 'by_hand' : 'good', { ...facts, proven: proven.toISOString() }]
}
