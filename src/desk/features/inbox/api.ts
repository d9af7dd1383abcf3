import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import {
  type ListRequest,
  listCountsSchema,
  listSchema,
  type ManyChanges,
  type Narrowing,
} from '#shared/contract/desk-lists.ts'
import type { Counts, InboxRow, InboxSource, PageOf } from './types.ts'

/**
 * One page of a list. The search text may name a person, so it is sent in the body and appears in no address or log.
 */
export async function fetchPage<Row extends InboxRow>(
  store: InboxSource<Row>,
  wanted: ListRequest,
): Promise<PageOf<Row>> {
  const answer = await supabase.rpc(`list_${store.name}`, { wanted })
  const { rows, total, is_near, elsewhere } = v.parse(listSchema(store.row), dataOf(answer))
  return { rows, total, isNear: is_near, elsewhere }
}

/** The present values of some rows, whichever lists they belong to. */
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

export const changeMany = async (changes: ManyChanges): Promise<string[]> =>
  v.parse(v.array(v.string()), dataOf(await supabase.rpc('change_many', changes)))

/** The number of rows in each view, within the search and the filters. */
export const countsQuery = <Row extends InboxRow>(store: InboxSource<Row>, wanted: Narrowing) =>
  queryOptions({
    queryKey: [store.name, 'counts', wanted],
    queryFn: async (): Promise<Counts> =>
      v.parse(listCountsSchema, dataOf(await supabase.rpc(store.countsCall, { wanted }))),
    // Items become overdue by the clock, without an event.
    refetchInterval: 60_000,
  })

export async function fetchSources<Row extends InboxRow>(store: InboxSource<Row>): Promise<string[]> {
  return v.parse(v.array(v.string()), dataOf(await supabase.rpc(store.sourcesCall)))
}
