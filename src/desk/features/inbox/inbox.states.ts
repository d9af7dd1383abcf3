import { bookingList } from '#desk/lib/sample-records.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, booking, me, otherMember, people, sampleId } from '#desk/lib/samples.ts'
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
const manyBookings = (rows: number, total = rows) => ({
  ...list,
  'rpc/list_bookings': {
    rows: Array.from({ length: rows }, (_, index) =>
      booking(index, { id: sampleId(1000 + index), assigned_to: index < 6 ? me.id : null }),
    ),
    total,
    is_near: false,
    elsewhere: null,
  },
})
const search = (words: string) => [['fill', 'Search', words]] as const

const view = { id: sampleId(1), owner: me.id, name: 'Late', filters: { status: 'overdue' }, is_shared: false }

const show = variantsOf({ at, answers: {} })

export const states = {
  'nothing-found': show(found(0, {}), ...search('nobody'), ['see', 'Nothing found']),
  'similar-matches': show(found(1, { is_near: true }), ...search('Thndi'), ['see', 'Closest matches']),
  'matches-elsewhere': show(found(1, { others: 3 }), ...search('Nkosi'), ['see', 'outside this list']),
  'right-to-left-search': show(found(1, { is_near: true }), ...search(arabicName), ['see', arabicName]),
  filtered: { ...show(list), at: `${at}?status=overdue&source=linkedin&assignee=me&week=this` },
  'selected-rows': {
    ...show(
      { ...list, saved_views: [view] },
      ['press', 'Select Ruan Botha'],
      ['press', 'Select all 2'],
      ['open', 'Save this view…'],
    ),
    at: `${at}?source=linkedin`,
  },
  'same-names': show({
    ...bookingList([booking(1, { assigned_to: otherMember.id }), booking(2, { assigned_to: sampleId(9) })]),
    'rpc/desk_people': [...people, { ...otherMember, id: sampleId(9), email: 'k.f@south.example' }],
  }),
  'view-removed': {
    ...show({ ...list, saved_views: [{ ...view, is_shared: true }] }, ['press', 'Remove this view']),
    at: `${at}?status=overdue`,
  },
  'view-of-another-member': {
    ...show({ ...list, saved_views: [{ ...view, is_shared: true }], ...asAgent }),
    at: `${at}?status=overdue`,
  },
  'page-after-the-last': {
    ...show({ ...list, 'rpc/list_bookings': { rows: [], total: 60, is_near: false, elsewhere: null } }),
    at: `${at}?page=9`,
  },
  'many-pages': {
    ...show(manyBookings(50, 12_408)),
    at: `${at}?page=2`,
  },
  'many-selected': show(manyBookings(40), ['press', 'Select all rows'], ['press', 'Assign to me']),
  offline: show({ ...list, 'rpc/list_bookings': offline, healthz: offline }),
} satisfies DeskStates

const { counts, heading, holds, isolates, lacks, offers, says, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  'nothing-found': [heading('Nothing found'), offers('Clear search and filters'), offers('Show matches in spam')],
  'similar-matches': [says(/No exact match for/), offers('Thandi Nkosi')],
  'matches-elsewhere': [says(/3 more outside this list/), offers('Show matches outside this list')],
  'right-to-left-search': [isolates(arabicName)],
  filtered: [shows('button', 'Overdue 1'), holds('Week of the call', 'this')],
  // A row can be selected without being opened.
  'selected-rows': [offers('Spam'), shows('combobox', 'Saved views'), offers('Save'), lacks('Back to the list')],
  'same-names': [says('Karl Fisher (karl@backline.example)'), says('Karl Fisher (k.f@south.example)')],
  'view-removed': [says('View Late removed.'), offers('Undo')],
  'view-of-another-member': [shows('combobox', 'Saved views'), lacks('Remove this view')],
  'page-after-the-last': [heading('This page is empty'), offers('Go to the first page')],
  'many-pages': [says(/51–100 of 12,408/), counts('row', /Thandi/, 50)],
  'many-selected': [
    heading('Assign 34 bookings to you?'),
    says('Left out: 6 bookings already assigned to you.'),
    offers('Assign'),
  ],
  offline: [
    warns('You are offline. This page may be out of date.'),
    says(/You can read this page but not change anything/),
  ],
}
