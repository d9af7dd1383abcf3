import { bookingList } from '#desk/lib/sample-records.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, booking, me, sampleId } from '#desk/lib/samples.ts'
import { expectState, offline, type StateExpectations } from '#shared/lib/sample-states.ts'

const at = '/bookings'
const list = bookingList([booking(1), booking(2, { name: 'Ruan Botha' })])
const found = (total: number, change: { is_near?: boolean; others?: number }) => ({
  ...list,
  'rpc/list_bookings': {
    rows: total > 0 ? [booking(1)] : [],
    total,
    is_near: change.is_near ?? false,
    elsewhere: { spam: 1, suspect: 2, others: change.others ?? 0 },
  },
})
const search = (words: string) => [['fill', 'Search', words]] as const

const view = { id: sampleId(1), owner: me.id, name: 'Late', filters: { status: 'overdue' }, is_shared: false }

export const states = {
  'nothing-found': { at, answers: found(0, {}), steps: [...search('nobody'), ['see', 'Nothing found']] },
  'similar-matches': {
    at,
    answers: found(1, { is_near: true }),
    steps: [...search('Thndi'), ['see', 'Closest matches']],
  },
  'matches-elsewhere': {
    at,
    answers: found(1, { others: 3 }),
    steps: [...search('Nkosi'), ['see', 'outside this list']],
  },
  'right-to-left-search': {
    at,
    answers: found(1, { is_near: true }),
    steps: [...search(arabicName), ['see', arabicName]],
  },
  filtered: { at: `${at}?status=overdue&source=linkedin&assignee=me&week=2026-11-24`, answers: list },
  'selected-rows': {
    at: `${at}?source=linkedin`,
    answers: { ...list, saved_views: [view] },
    steps: [
      ['press', 'Select Ruan Botha'],
      ['press', 'Select all 2'],
      ['open', 'Save this view…'],
    ],
  },
  'page-after-the-last': {
    at: `${at}?page=9`,
    answers: { ...list, 'rpc/list_bookings': { rows: [], total: 60, is_near: false, elsewhere: null } },
  },
  'many-pages': {
    at: `${at}?page=2`,
    answers: {
      ...list,
      'rpc/list_bookings': {
        rows: Array.from({ length: 50 }, (_, index) => booking(index, { id: sampleId(1000 + index) })),
        total: 12_408,
        is_near: false,
        elsewhere: null,
      },
    },
  },
  offline: { at, answers: { ...list, 'rpc/list_bookings': offline, healthz: offline } },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  'nothing-found': [
    expectState.heading('Nothing found'),
    expectState.offers('Clear search and filters'),
    expectState.offers('Show matches in spam'),
  ],
  'similar-matches': [expectState.says(/No exact match for/), expectState.offers('Thandi Nkosi')],
  'matches-elsewhere': [
    expectState.says(/3 more outside this list/),
    expectState.offers('Show matches outside this list'),
  ],
  'right-to-left-search': [expectState.isolates(arabicName)],
  filtered: [expectState.shows('button', 'Overdue 1')],
  // A row can be selected without being opened.
  'selected-rows': [
    expectState.offers('Spam'),
    expectState.shows('combobox', 'Saved views'),
    expectState.offers('Save'),
    expectState.lacks('Back to the list'),
  ],
  'page-after-the-last': [expectState.heading('This page is empty'), expectState.offers('Go to the first page')],
  'many-pages': [expectState.says(/51–100 of 12,408/), expectState.counts('row', /Thandi/, 50)],
  offline: [
    expectState.warns('You are offline. This page may be out of date.'),
    expectState.says(/You can read this page but not change anything/),
  ],
}
