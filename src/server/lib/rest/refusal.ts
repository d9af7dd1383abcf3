import { Refusal } from '#server/lib/query-grammar/refusal.ts'

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

export const invalidJson = () => new Refusal('PGRST102', 'Empty or invalid json')

export const invalidPath = () => new Refusal('PGRST125', 'Invalid path specified in request URL')
