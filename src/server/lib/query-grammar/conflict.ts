import { quoted, quotedNames } from './expressions.ts'
import type { Posting } from './types.ts'

/** Counts the rows that an upsert updates, without a right to read them. */
const countUpdated = `set_config('backline.updated',
  (coalesce(nullif(current_setting('backline.updated', true), ''), '0')::int + 1)::text, true) is not null`

/** How an insert treats rows that exist already. */
export function conflictText({ columns, conflict, resolution }: Posting): string {
  if (resolution === null || (conflict.length === 0 && resolution === 'merge-duplicates')) return ''
  const target = conflict.length === 0 ? '' : ` (${quotedNames(conflict.map(({ name }) => name))})`
  if (resolution === 'ignore-duplicates' || columns.length === 0) return ` on conflict${target} do nothing`
  const changes = columns.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return ` on conflict${target} do update set ${changes} where ${countUpdated}`
}
