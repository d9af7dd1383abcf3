import * as v from 'valibot'
import { dataOf, Failure } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { type ListRequest, patternOf, perPage } from './list-request.ts'
import type { InboxRow, InboxSource, PageOf } from './types.ts'

/** What no list shows unless it is asked for. */
const spam = ['spam', 'spam?']

const start = (table: string, columns: string, isHead = false) =>
  supabase.from(table).select(columns, { count: 'exact', head: isHead })
type Query = ReturnType<typeof start>

/** What nobody has decided, or somebody waits for an answer to: a confirmed call too, when another time is asked for. */
const open = 'status.eq.new,due_at.not.is.null'

function inStatus(query: Query, status: string | undefined): Query {
  if (status === undefined) return query.not('status', 'in', `(${spam.map((one) => `"${one}"`).join(',')})`)
  if (status === 'open') return query.or(open)
  return status === 'overdue' ? query.lt('due_at', new Date().toISOString()) : query.eq('status', status)
}

/** One page of a list, and how many rows there are on all of them. */
export async function fetchPage<Row extends InboxRow>(
  store: InboxSource<Row>,
  request: ListRequest,
): Promise<PageOf<Row>> {
  const { page, sort, isDown, source, assignee, week, words } = request
  let query = inStatus(start(store.table, store.columns.join(',')), request.status)
  if (source !== undefined) query = query.eq('source', source)
  if (assignee === null) query = query.is('assigned_to', null)
  else if (assignee !== undefined) query = query.eq('assigned_to', assignee)
  if (week) query = query.gte(store.weekColumn, week.from).lt(store.weekColumn, week.until)
  for (const word of words) query = query.like('search', patternOf(word))
  const ascending = !isDown
  const answer = await query
    .order(sort, { ascending })
    .order('id', { ascending })
    .range((page - 1) * perPage, page * perPage - 1)
  // A page behind the last one: rows have gone since, or the address was typed.
  if (answer.status === 416) return { rows: [], total: await countAll(store, request) }
  return { rows: v.parse(v.array(store.row), dataOf(answer)), total: answer.count ?? 0 }
}

const countAll = async <Row extends InboxRow>(store: InboxSource<Row>, request: ListRequest) =>
  request.page === 1 ? 0 : (await fetchPage(store, { ...request, page: 1 })).total

/** Some rows as they are now, whatever list they would be in. */
export async function fetchRows<Row extends InboxRow>(
  store: InboxSource<Row>,
  ids: readonly string[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  const answer = await supabase
    .from(store.table)
    .select(store.columns.join(','))
    .in('id', [...ids])
  return v.parse(v.array(store.row), dataOf(answer))
}

export interface Counts {
  all: number
  open: number
  overdue: number
  suspect: number
}

export async function fetchCounts<Row extends InboxRow>(store: InboxSource<Row>): Promise<Counts> {
  const count = async (status: string | undefined) => {
    const answer = await inStatus(start(store.table, 'id', true), status)
    // A refusal without a body says nothing in words.
    if (answer.error) throw new Failure('The counts could not be fetched.', answer.status)
    return answer.count ?? 0
  }
  const [all, open, overdue, suspect] = await Promise.all([
    count(undefined),
    count('open'),
    count('overdue'),
    count('spam?'),
  ])
  return { all, open, overdue, suspect }
}

export async function fetchSources<Row extends InboxRow>(store: InboxSource<Row>): Promise<string[]> {
  return v.parse(v.array(v.string()), dataOf(await supabase.rpc(store.sourcesCall)))
}
