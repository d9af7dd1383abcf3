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
  'comes-near': {
    at,
    answers: found(1, { is_near: true }),
    steps: [...search('Thndi'), ['see', 'comes near']],
  },
  elsewhere: {
    at,
    answers: found(1, { others: 3 }),
    steps: [...search('Nkosi'), ['see', 'outside of this list']],
  },
  'right-to-left-search': {
    at,
    answers: found(1, { is_near: true }),
    steps: [...search(arabicName), ['see', arabicName]],
  },
  filtered: { at: `${at}?status=overdue&source=linkedin&assignee=me&week=2026-11-24`, answers: list },
  ticked: {
    at: `${at}?source=linkedin`,
    answers: { ...list, saved_views: [view] },
    steps: [
      ['press', 'Select Ruan Botha'],
      ['press', 'Select all 2'],
      ['open', 'Save this view…'],
    ],
  },
  'page-past-the-end': {
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
  'no-connection': { at, answers: { ...list, 'rpc/list_bookings': offline, healthz: offline } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'nothing-found': [
    see.heading('Nothing found'),
    see.offers('Clear search and filters'),
    see.offers('Show what is in spam'),
  ],
  'comes-near': [see.says(/Nothing is spelled/), see.offers('Thandi Nkosi')],
  elsewhere: [see.says(/3 more outside of this list/), see.offers('Show what is outside of this list')],
  'right-to-left-search': [see.isolates(arabicName)],
  filtered: [see.shows('button', 'Overdue 1')],
  // The press of a tick opens no record.
  ticked: [
    see.offers('Spam'),
    see.shows('combobox', 'Saved views'),
    see.offers('Save'),
    see.lacks('Back to the list'),
  ],
  'page-past-the-end': [see.heading('This page is empty'), see.offers('To the first page')],
  'many-pages': [see.says(/51–100 of 12,408/), see.counts('row', /Thandi/, 50)],
  'no-connection': [
    see.warns('No connection. What you see may be old.'),
    see.says(/nothing can be changed until it is back/),
  ],
}
