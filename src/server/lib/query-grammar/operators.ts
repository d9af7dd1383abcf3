/** What follows an operator: a value of the column's type, a text, a list, one of a few words, or words to search. */
type Takes = 'value' | 'pattern' | 'list' | 'state' | 'words'

export interface Operator {
  takes: Takes
  /** How PostgreSQL spells it: an operator, or for words the function that reads them. */
  sql: string
  /** Whether `(any)` and `(all)` may follow. */
  hasQuantifier: boolean
}

const operator = (takes: Takes, sql: string, hasQuantifier = false): Operator => ({
  takes,
  sql,
  hasQuantifier,
})

/** @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#operators */
export const operators: ReadonlyMap<string, Operator> = new Map([
  ['eq', operator('value', '=', true)],
  ['neq', operator('value', '<>')],
  ['gt', operator('value', '>', true)],
  ['gte', operator('value', '>=', true)],
  ['lt', operator('value', '<', true)],
  ['lte', operator('value', '<=', true)],
  ['isdistinct', operator('value', 'is distinct from')],
  ['like', operator('pattern', 'like', true)],
  ['ilike', operator('pattern', 'ilike', true)],
  ['match', operator('pattern', '~', true)],
  ['imatch', operator('pattern', '~*', true)],
  ['in', operator('list', 'in')],
  ['is', operator('state', 'is')],
  ['cs', operator('value', '@>')],
  ['cd', operator('value', '<@')],
  ['ov', operator('value', '&&')],
  ['sl', operator('value', '<<')],
  ['sr', operator('value', '>>')],
  ['nxr', operator('value', '&<')],
  ['nxl', operator('value', '&>')],
  ['adj', operator('value', '-|-')],
  ['fts', operator('words', 'to_tsquery')],
  ['plfts', operator('words', 'plainto_tsquery')],
  ['phfts', operator('words', 'phraseto_tsquery')],
  ['wfts', operator('words', 'websearch_to_tsquery')],
])

/** The values of `is`. */
export const states: ReadonlyMap<string, string> = new Map([
  ['null', 'null'],
  ['not_null', 'not null'],
  ['true', 'true'],
  ['false', 'false'],
  ['unknown', 'unknown'],
])
