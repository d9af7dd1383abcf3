import type { ListRequest } from '../src/shared/contract/desk-lists.ts'

/** The queries of the desk's lists: a page of fifty, and the total count. */
export const questions = (staff: string, rows: number): Record<string, ListRequest> => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const newest = { sort: 'created_at', down: true }
  const pageAt = (part: number) => Math.max(1, Math.floor((rows * part) / 50))
  const sorts = ['due_at', 'call_at', 'name', 'company', 'status', 'source'].flatMap((sort) =>
    [false, true].map((down) => [`by ${sort} ${down ? 'down' : 'up'}`, { sort, down }] as const),
  )
  const searches = {
    'in every row': 'example',
    'in some': 'lovelace',
    'two words': 'lovelace ada',
    'two letters': 'ov',
    'in ten': '4711@',
    'without its marks': 'Lövelace',
    'a phone number': '+1 (555) 947-11',
    'in none': 'nobody at all',
    'one slip away': 'lovelcae',
    'one slip, two words': 'frnaces perlman',
  }
  return {
    'the newest': newest,
    'the oldest': { sort: 'created_at', down: false },
    'the newest, in the middle': { ...newest, page: pageAt(0.5) },
    'the newest, almost the end': { ...newest, page: pageAt(0.89) },
    'the most urgent': {},
    'the most urgent, far on': { page: pageAt(0.8) },
    'state: new': { view: 'new' },
    'state: held, most of all': { view: 'held' },
    'confirmed, the next call': { view: 'confirmed', sort: 'call_at' },
    open: { view: 'open' },
    overdue: { view: 'overdue' },
    'given to me': { assignee: staff },
    'given to nobody': { assignee: 'nobody' },
    'from one source': { source: 'google0' },
    'from a source that is rare': { source: 'google3' },
    'a week of calls': { from: day(-30), until: day(-23) },
    ...Object.fromEntries(
      Object.entries(searches).flatMap(([name, term]) => [
        [`search: ${name}`, { term }],
        [`search: ${name}, by name`, { term, sort: 'name' }],
      ]),
    ),
    'search in a state': { term: 'lovelace', view: 'confirmed' },
    'state, source and mine': { view: 'held', source: 'google0', assignee: staff },
    ...Object.fromEntries(sorts),
    ...Object.fromEntries(sorts.map(([name, wish]) => [`${name}, far on`, { ...wish, page: pageAt(0.8) }])),
  }
}
