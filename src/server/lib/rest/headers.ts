import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { ConflictResolution } from '#server/lib/query-grammar/queries.ts'
import { notAvailable, outOfRange, RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import type { ResultPage } from './queries.ts'

/** The format of the response: a list of rows, a single row, or all rows as a CSV file. */
export type ResponseFormat = 'rows' | 'object' | 'csv'

const forms: ReadonlyMap<string, ResponseFormat> = new Map([
  ['*/*', 'rows'],
  ['application/*', 'rows'],
  ['application/json', 'rows'],
  ['application/vnd.pgrst.array+json', 'rows'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['text/csv', 'csv'],
])

/** Only the schema `public` is served; requests for another schema are refused, not ignored. */
export function checkProfile(headers: IncomingHttpHeaders, isReading = false): void {
  const profile = headers[isReading ? 'accept-profile' : 'content-profile']
  if (profile === undefined || profile === 'public') return
  const name = String(profile).slice(0, 100)
  throw new RestRefusal('PGRST106', `Invalid schema: ${name}`, 'Only the following schemas are exposed: public')
}

/** Returns the first format in `Accept` that is available; only function calls can return CSV. */
export function readAccept({ accept = '*/*' }: IncomingHttpHeaders, mayBeCsv = false): ResponseFormat {
  for (const text of accept.split(',')) {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const form = forms.get(type)
    if (!form || (form === 'csv' && !mayBeCsv)) continue
    // Unlike PostgREST, we cannot omit null members.
    if (parameters.includes('nulls=stripped')) continue
    return form
  }
  throw notAvailable(accept)
}

/** The body must be plain JSON: a compressed body could exceed every limit when unpacked. */
export function checkBodyHeaders(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type)) {
    throw new RestRefusal('HTTP415', 'Content-Type not acceptable', 'Send application/json')
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new RestRefusal('HTTP415', 'Content-Encoding not acceptable', 'Send the body uncompressed')
  }
}

/** The preferences that a request states. */
export interface Preferences {
  return: 'minimal' | 'headers-only' | 'representation'
  /** True if the client wants to know the number of rows on all pages. */
  isCounted: boolean
  /** Tells an insert to update or ignore a row that already exists. */
  resolution: ConflictResolution | null
  missingAsDefault: boolean
  /** The honored preferences, which are named in `Preference-Applied`. */
  applied: readonly string[]
}

/** The possible values of each preference. */
const values = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact'],
} satisfies Record<string, readonly string[]>

type Name = keyof typeof values

const inserted = { resolution: values.resolution, missing: values.missing, return: values.return }

/**
 * The preferences honored for each kind of request, in the order of `Preference-Applied`. All other preferences are
 * ignored.
 */
const honored = {
  read: { return: ['representation'], count: values.count },
  insert: { ...inserted, count: values.count },
  change: { return: values.return, count: values.count },
  call: { return: ['minimal', 'representation'], count: values.count },
  /** All rows that a function returns, as a streamed file. */
  export: { return: ['representation'] },
} as const satisfies Record<string, Partial<Record<Name, readonly string[]>>>

export type RequestKind = keyof typeof honored

/**
 * True for PostgREST preferences that are refused, because ignoring them would change what the request does.
 */
const isUnsupportedPreference = (name: string, value: string) =>
  ['timezone', 'max-affected'].includes(name) ||
  ['tx=rollback', 'handling=strict', 'count=planned', 'count=estimated'].includes(`${name}=${value}`)

export function readPreferences(header: string | string[] | undefined, kind: RequestKind): Preferences {
  const possible: Partial<Record<Name, readonly string[]>> = honored[kind]
  const chosen: Partial<Record<Name, string>> = {}
  for (const preference of [header ?? ''].flat().join(',').split(',')) {
    const text = preference.trim()
    const [name, value = ''] = text.split('=') as [Name, string?]
    if (isUnsupportedPreference(name, value)) throw notOffered(text)
    if (Object.hasOwn(possible, name) && possible[name]?.includes(value)) chosen[name] ??= value
  }
  const isCall = kind === 'call' || kind === 'export'
  return {
    return: (chosen.return ?? (isCall ? 'representation' : 'minimal')) as Preferences['return'],
    isCounted: chosen.count !== undefined,
    resolution: (chosen.resolution ?? null) as Preferences['resolution'],
    missingAsDefault: chosen.missing === 'default',
    applied: Object.keys(possible)
      .filter((name) => chosen[name as Name] !== undefined)
      .map((name) => `${name}=${chosen[name as Name]}`),
  }
}

const notOffered = (text: string) =>
  new RestRefusal(
    'PGRST122',
    'Invalid preferences',
    'Supported are return, count=exact, and for inserts resolution and missing',
    `Invalid preferences: ${text.slice(0, 200)}`,
  )

export const typeOf = (form: ResponseFormat): string =>
  `application/${form === 'object' ? 'vnd.pgrst.object+json' : 'json'}; charset=utf-8`

/** Sends rows as a JSON array, or sends a single row. */
export function sendRows(reply: FastifyReply, body: string, form: ResponseFormat): FastifyReply {
  return reply.type(typeOf(form)).send(form === 'object' ? body : `[${body}]`)
}

export function setPreferenceApplied(reply: FastifyReply, { applied }: Preferences): void {
  if (applied.length > 0) reply.header('preference-applied', applied.join(', '))
}

export function contentRange({ rows, total }: ResultPage, offset: number): string {
  return `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`
}

/** Returns 206 for a part of the rows, otherwise 200. Refuses a page that starts beyond the last counted row. */
export function statusOfPage({ rows, total }: ResultPage, offset: number): 200 | 206 {
  if (total === null) return 200
  if (rows === 0 && offset > total) {
    throw outOfRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
  }
  return rows < total ? 206 : 200
}
