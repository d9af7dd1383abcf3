import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Preferences } from './types.ts'

export const notSingular = (count: number) =>
  new Refusal(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    null,
    `The result contains ${count} rows`,
  )

export const notAvailable = (accept: string) =>
  new Refusal('PGRST107', `None of these media types are available: ${accept.slice(0, 200)}`)

export const permissionDenied = (table: string) =>
  new Refusal('42501', `permission denied for table ${table}`)

/** Stops a request that touched more rows than its sender would have touched. */
export function checkAffected({ maxAffected }: Pick<Preferences, 'maxAffected'>, rows: number): void {
  if (maxAffected === null || rows <= maxAffected) return
  throw new Refusal(
    'PGRST124',
    'Query result exceeds max-affected preference constraint',
    null,
    `The query affects ${rows} rows`,
  )
}

export const invalidJson = () => new Refusal('PGRST102', 'Empty or invalid json')

export const invalidPath = () => new Refusal('PGRST125', 'Invalid path specified in request URL')
