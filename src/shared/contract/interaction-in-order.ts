import { isStorable as isStorableText } from './fields.ts'
import { interactionLimits, isStorable, type ReviewedInteraction, textOf } from './interaction.ts'
import { type InteractionType, interactionTypes } from './interaction-data.ts'

const columns = new Set([
  'id',
  'session_id',
  'event_type',
  'event_data',
  'page_url',
  'user_agent',
  'referrer',
] satisfies (keyof ReviewedInteraction)[] as string[])

const types: ReadonlySet<unknown> = new Set(interactionTypes)

/**
 * The result of `interactionSchema` in half its time, for rows without faults; null for others, which the schema has to
 * explain. Interactions come by the thousand, and nearly all are valid.
 */
export function interactionInOrder(row: Readonly<Record<string, unknown>>): ReviewedInteraction | null {
  for (const key in row) if (!columns.has(key)) return null
  const { id, session_id, event_type, event_data } = row
  if (!isUuid(session_id) || !types.has(event_type) || !(isMissing(id) || isUuid(id))) return null
  const data = isMissing(event_data) ? event_data : dataOf(event_data)
  const page_url = textIn(row.page_url, interactionLimits.page_url)
  const user_agent = textIn(row.user_agent, interactionLimits.user_agent)
  const referrer = textIn(row.referrer, interactionLimits.referrer)
  if (data === fault || page_url === fault || user_agent === fault || referrer === fault) return null
  return {
    id,
    session_id,
    event_type: event_type as InteractionType,
    event_data: data,
    page_url,
    user_agent,
    referrer,
  }
}

const fault = Symbol('at fault')

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/.test(value)

function dataOf(value: unknown): string | typeof fault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fault
  const text = textOf(value as Record<string, unknown>)
  return isStorable(text) ? text : fault
}

function textIn(value: unknown, longest: number): string | null | undefined | typeof fault {
  if (isMissing(value)) return value
  if (typeof value !== 'string') return fault
  const text = value.trim()
  return text.length <= longest && isStorableText(text) ? text || null : fault
}
