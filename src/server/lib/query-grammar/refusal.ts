import type { ErrorBody } from '#shared/contract/errors.ts'

/** A refusal of a request, worded as PostgREST or PostgreSQL words it. */
export class RestRefusal extends Error {
  readonly body: ErrorBody
  constructor(code: string, message: string, hint: string | null = null, details: string | null = null) {
    super(message)
    this.body = { code, message, details, hint }
  }
}

/** Thrown if the catalog lacks a name. The name may have been created after our copy of the catalog was read. */
export class UnknownName extends RestRefusal {}

/** Returns the refusal for a query string that is invalid or exceeds a limit. */
export const unparsable = (what: string, details: string | null = null, hint: string | null = null) =>
  new RestRefusal('PGRST100', `failed to parse ${what}`, hint, details)

export const unknownColumn = (relation: string, name: string) =>
  new UnknownName('42703', `column ${relation}.${name.slice(0, 100)} does not exist`)

/** Returns the refusal for an unknown column in a body or in `columns`, in PostgREST's words. */
export const unknownKey = (relation: string, name: string) =>
  new UnknownName('PGRST204', `Could not find the '${name.slice(0, 100)}' column of '${relation}' in the schema cache`)

const noEmbedding = 'Rows of other tables are not embedded; request them separately, or through a view or function'

/**
 * Returns the refusal for embedded rows of another table, which PostgREST would return if a foreign key referred to
 * that table.
 */
export const unrelated = (name: string) =>
  new RestRefusal(
    'PGRST200',
    `Could not find a relationship to '${name.slice(0, 100)}' in the schema cache`,
    noEmbedding,
  )

/**
 * Returns the refusal for a filter, an order or a page that applies to rows from another table, which PostgREST would
 * embed.
 */
export const notEmbedded = (name: string) =>
  new RestRefusal('PGRST108', `'${name.slice(0, 100)}' is not an embedded resource in this request`, noEmbedding)

export const outOfRange = (details: string) =>
  new RestRefusal('PGRST103', 'Requested range not satisfiable', null, details)

export const notSingular = (count: number) =>
  new RestRefusal(
    'PGRST116',
    'Cannot coerce the result to a single JSON object',
    null,
    `The result contains ${count} rows`,
  )

export const notAvailable = (accept: string) =>
  new RestRefusal('PGRST107', `None of these media types are available: ${accept.slice(0, 200)}`)

export const permissionDenied = (table: string) => new RestRefusal('42501', `permission denied for table ${table}`)

export const invalidJson = () => new RestRefusal('PGRST102', 'Empty or invalid json')

export const invalidPath = () => new RestRefusal('PGRST125', 'Invalid path specified in request URL')
