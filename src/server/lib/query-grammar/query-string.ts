import { readFilter } from './filter.ts'
import { type Group, readGroup, together } from './logic-tree.ts'
import { type OrderTerm, readOrdering } from './ordering.ts'
import { notEmbedded, unparsable } from './refusal.ts'
import { readSelectList, type SelectList } from './select-list.ts'
import type { Span } from './span.ts'
import type { Form, Query } from './types.ts'

export interface Shape {
  select: SelectList
}

/** One request to read, taken apart; its names are resolved later. */
export interface Reading extends Shape {
  where: Group
  order: readonly OrderTerm[]
  span: Span
  form: Form
}

const groups = new Set(['and', 'or', 'not.and', 'not.or'])
const shaping = ['select', 'order', 'limit', 'offset'] as const

/** A parameter about the rows of another table: `people.order`, `people.name`. */
const embedded = /^([\p{L}\p{N}_$ ]+)\../u

/** Parameters that are never a column's filter. */
export const isReserved = (name: string) => groups.has(name) || shaping.some((known) => known === name)

function once(query: Query, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || typeof value === 'string') return value
  throw unparsable(`${name} parameter`, 'it is given more than once')
}

export function readSelect(query: Query): SelectList {
  const text = once(query, 'select')
  return text === undefined ? ['*'] : readSelectList(text)
}

/** Every parameter that is neither reserved nor in `except` is a filter; all of them are joined by `and`. */
function readFilters(query: Query, except: (name: string) => boolean = () => false): Group {
  const terms: Group['terms'][number][] = []
  for (const [name, values] of Object.entries(query)) {
    const [, resource] = embedded.exec(name) ?? []
    const isGroup = groups.has(name)
    if (!isGroup && (isReserved(name) || except(name))) continue
    if (!isGroup && resource !== undefined) throw notEmbedded(resource)
    for (const value of [values].flat()) {
      terms.push(isGroup ? readGroup(name, String(value)) : readFilter(name, String(value)))
    }
  }
  return together(terms)
}

/** The filters of a statement that changes rows. Parameters of a page are refused, as a limit would have no effect. */
export function readTargets(query: Query): Group {
  const stray = ['order', 'limit', 'offset', 'columns'].find((name) => query[name] !== undefined)
  if (stray) throw unparsable(`${stray} parameter`, 'rows to change are named by filters alone')
  return readFilters(query)
}

export function readReading(
  query: Query,
  span: Span,
  form: Form,
  except?: (name: string) => boolean,
): Reading {
  const order = once(query, 'order')
  return {
    select: readSelect(query),
    where: readFilters(query, except),
    order: order === undefined ? [] : readOrdering(order),
    span,
    form,
  }
}
