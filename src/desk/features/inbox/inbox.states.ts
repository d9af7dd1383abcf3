import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList } from '#desk/lib/sample-records.ts'
import { arabicName, booking, me, sampleId } from '#desk/lib/samples.ts'
import { type Looks, offline, see } from '#shared/lib/sample-states.ts'

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

export const looks: Looks<typeof states> = {
  'nothing-found': [
    see.heading('Nothing found'),
    see.offers('Clear search and filters'),
    see.offers('Show matches in spam'),
  ],
  'similar-matches': [see.says(/No exact match for/), see.offers('Thandi Nkosi')],
  'matches-elsewhere': [see.says(/3 more outside this list/), see.offers('Show matches outside this list')],
  'right-to-left-search': [see.isolates(arabicName)],
  filtered: [see.shows('button', 'Overdue 1')],
  // A row can be selected without being opened.
  'selected-rows': [
    see.offers('Spam'),
    see.shows('combobox', 'Saved views'),
    see.offers('Save'),
    see.lacks('Back to the list'),
  ],
  'page-after-the-last': [see.heading('This page is empty'), see.offers('Go to the first page')],
  'many-pages': [see.says(/51–100 of 12,408/), see.counts('row', /Thandi/, 50)],
  offline: [
    see.warns('You are offline. This page may be out of date.'),
    see.says(/You can read this page but not change anything/),
  ],
}
