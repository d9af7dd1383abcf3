import type { ErrorBody } from '#shared/contract/errors.ts'

/** A request refused, in the words that PostgREST or PostgreSQL would use. */
export class Refusal extends Error {
  readonly body: ErrorBody
  constructor(code: string, message: string, hint: string | null = null, details: string | null = null) {
    super(message)
    this.body = { code, message, details, hint }
  }
}

/** Refused because the catalogue lacks a name, which may be newer than our copy of it. */
export class UnknownName extends Refusal {}

/** A query string that cannot be read, or asks for more than one request may. */
export const unparsable = (what: string, details: string | null = null, hint: string | null = null) =>
  new Refusal('PGRST100', `failed to parse ${what}`, hint, details)

export function unknownTable(name: string, near: string | null = null): UnknownName {
  const table = `public.${name.slice(0, 100)}`
  return new UnknownName(
    'PGRST205',
    `Could not find the table '${table}' in the schema cache`,
    near && `Perhaps you meant the table 'public.${near}'`,
    `Searched for the table '${table}', but no matches were found in the schema cache.`,
  )
}

/** Rows of another table, which PostgREST would embed where a foreign key leads there. */
export function unrelated(from: string, name: string, near: string | null): UnknownName {
  const wanted = name.slice(0, 100)
  const meant = near && near !== wanted ? `Perhaps you meant '${near}' instead of '${wanted}'. ` : ''
  return new UnknownName(
    'PGRST200',
    `Could not find a relationship between '${from}' and '${wanted}' in the schema cache`,
    `${meant}${notHere}`,
    `Searched for a relationship between '${from}' and '${wanted}' in the schema 'public', but none is offered here.`,
  )
}

const notHere =
  'Rows of other tables are not embedded here; ask for them in a request of their own, or by a view or function'

export const unknownColumn = (relation: string, name: string) =>
  new UnknownName('42703', `column ${relation}.${name.slice(0, 100)} does not exist`)

/** A column that a body or `columns` names, in the words that PostgREST has for those. */
export const unknownKey = (relation: string, name: string) =>
  new UnknownName(
    'PGRST204',
    `Could not find the '${name.slice(0, 100)}' column of '${relation}' in the schema cache`,
  )

/** A filter, an order or a page of rows of another table, which PostgREST would have embedded. */
export const notEmbedded = (name: string) => {
  const resource = name.slice(0, 100)
  return new Refusal('PGRST108', `'${resource}' is not an embedded resource in this request`, notHere)
}

export const outOfRange = (details: string) =>
  new Refusal('PGRST103', 'Requested range not satisfiable', null, details)
