import * as v from 'valibot'
import { isStorable as isStorableText, optionalTrimmedText, unstorableReason } from './fields.ts'
import { type InteractionType, interactionTypes } from './interaction-data.ts'

const interactionLimits = {
  /** The maximum size of `event_data` as JSON text, in bytes. */
  dataBytes: 8192,
  /** The maximum nesting depth of `event_data`, including the top level. */
  dataDepth: 8,
  page_url: 2000,
  referrer: 2000,
  user_agent: 512,
} as const

const uuid = () => v.pipe(v.string('must be text'), v.uuid('must be a UUID'))

/** A JSON object, transformed into the stored JSON text. */
const data = v.pipe(
  v.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  ),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const text = toJsonText(dataset.value)
    if (isStorable(text)) return text
    addIssue({ message: explainInvalidData(text) })
    return NEVER
  }),
)

/** Returns a JSON object as text, or null if it is nested too deeply. */
function toJsonText(value: Record<string, unknown>): string | null {
  return isWithinDepth(value, interactionLimits.dataDepth) ? JSON.stringify(value) : null
}

function isStorable(text: string | null): text is string {
  return text !== null && bytesOf(text) <= interactionLimits.dataBytes && !hasUnstorableEscapes(text)
}

function explainInvalidData(text: string | null): string {
  const { dataBytes, dataDepth } = interactionLimits
  if (text === null) return `must have at most ${dataDepth} levels`
  return bytesOf(text) > dataBytes ? `must have at most ${dataBytes} bytes` : unstorableReason
}

/**
 * Finds characters that PostgreSQL cannot store: in JSON text, these characters are escaped, whereas a literal
 * backslash is doubled.
 */
function hasUnstorableEscapes(text: string): boolean {
  return text.includes('\\u') && /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  for (const key in value) if (!isWithinDepth((value as Record<string, unknown>)[key], depth - 1)) return false
  return true
}

/**
 * Returns the number of UTF-8 bytes; for text that is too short to exceed the limit, returns only the number of
 * characters.
 */
function bytesOf(text: string): number {
  if (text.length * 3 <= interactionLimits.dataBytes) return text.length
  return new TextEncoder().encode(text).length
}

/** A row of `user_interactions` as a visitor may insert it. */
export const interactionSchema = v.strictObject({
  /** Version 7 UUIDs preserve the order of a page's events; a repeated id means the same row. */
  id: v.optional(v.nullable(uuid())),
  session_id: uuid(),
  event_type: v.picklist(interactionTypes, `must be one of ${interactionTypes.join(', ')}`),
  event_data: v.optional(v.nullable(data)),
  page_url: v.optional(v.nullable(optionalTrimmedText(interactionLimits.page_url))),
  user_agent: v.optional(v.nullable(optionalTrimmedText(interactionLimits.user_agent))),
  referrer: v.optional(v.nullable(optionalTrimmedText(interactionLimits.referrer))),
})

/** A validated interaction, with `event_data` as JSON text. */
export type ValidInteraction = v.InferOutput<typeof interactionSchema>

const columns = new Set([
  'id',
  'session_id',
  'event_type',
  'event_data',
  'page_url',
  'user_agent',
  'referrer',
] satisfies (keyof ValidInteraction)[] as string[])

const types: ReadonlySet<unknown> = new Set(interactionTypes)

/**
 * Returns the same result as `interactionSchema` for a valid row, but in half the time; nearly all interactions are
 * valid. Returns null for any other row; the caller gets the reason from the schema.
 */
export function parseValidInteraction(row: Readonly<Record<string, unknown>>): ValidInteraction | null {
  for (const key in row) if (!columns.has(key)) return null
  const { id, session_id, event_type, event_data } = row
  if (!isUuid(session_id) || !types.has(event_type) || !(isMissing(id) || isUuid(id))) return null
  const data = isMissing(event_data) ? event_data : parseData(event_data)
  const page_url = parseText(row.page_url, interactionLimits.page_url)
  const user_agent = parseText(row.user_agent, interactionLimits.user_agent)
  const referrer = parseText(row.referrer, interactionLimits.referrer)
  if (
    data === invalidColumn ||
    page_url === invalidColumn ||
    user_agent === invalidColumn ||
    referrer === invalidColumn
  )
    return null
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

const invalidColumn = Symbol('at fault')

const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/.test(value)

function parseData(value: unknown): string | typeof invalidColumn {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalidColumn
  const text = toJsonText(value as Record<string, unknown>)
  return isStorable(text) ? text : invalidColumn
}

function parseText(value: unknown, longest: number): string | null | undefined | typeof invalidColumn {
  if (isMissing(value)) return value
  if (typeof value !== 'string') return invalidColumn
  const text = value.trim()
  return text.length <= longest && isStorableText(text) ? text || null : invalidColumn
}
