import type { InboxSearch } from './types.ts'

export const perPage = 50

/** What one page of a list is asked for; also the name under which its answer is kept. */
export interface ListRequest {
  page: number
  sort: string
  isDown: boolean
  status: string | undefined
  source: string | undefined
  /** Undefined: whoever; null: nobody. */
  assignee: string | null | undefined
  /** The week as instants. */
  week: { from: string; until: string } | undefined
  /** Each must be in the name, the address or the company. */
  words: readonly string[]
}

/** The newest first, until somebody says otherwise. */
export const isPlainOrder = ({ sort = 'created_at', down }: Pick<InboxSearch, 'sort' | 'down'>): boolean =>
  sort === 'created_at' && down !== false

/** An order as the address says it: what goes without saying is left out. */
export function orderOf(sort: string, down: boolean): InboxSearch {
  const isFirst = sort === 'created_at'
  return { sort: isFirst ? undefined : sort, down: down === isFirst ? undefined : down }
}

export function listRequest(
  search: InboxSearch,
  term: string,
  me: string,
  week: ListRequest['week'],
): ListRequest {
  const { page = 1, sort = 'created_at', down = sort === 'created_at', status, source, assignee } = search
  return {
    page,
    sort,
    isDown: down,
    status,
    source,
    assignee: assignee === 'me' ? me : assignee === 'nobody' ? null : assignee,
    week,
    words: wordsOf(term),
  }
}

/** More words than these narrow nothing down. */
const mostWords = 6

export const wordsOf = (term: string): string[] =>
  term.trim().toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)

/**
 * A pattern that finds the word as it was typed. The data API reads `*` as `%` and knows no way to write the
 * character itself, so there any one character will do.
 */
export const patternOf = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`

/** Whether anything but the order and the page narrows the list down. */
export const isNarrowed = (search: InboxSearch, term: string): boolean =>
  wordsOf(term).length > 0 ||
  [search.status, search.week, search.source, search.assignee].some((value) => value !== undefined)
