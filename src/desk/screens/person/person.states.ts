import type { DeskStates } from '#desk/lib/sample-responses.ts'
import {
  arabicName,
  booking,
  bookingWithCall,
  hoursAgo,
  longName,
  message,
  sampleId,
  unbreakable,
} from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const row = booking(1)
const at = `/person?booking=${row.id}`
const phone = '+27 21 555 0100'
const of = (change: Partial<typeof row> = {}) => ({
  strategy_call_bookings: [{ ...row, ...change }],
  'rpc/read_person': {
    email: change.email ?? 'thandi@company.example',
    bookings: [
      { ...booking(1, change), phone },
      { ...bookingWithCall(2, 200, 'completed', change), phone: '+27 82 555 0199' },
    ],
    messages: [message(1, { name: row.name, ...(change.name && { name: change.name }) })],
    downloads: [{ at: hoursAgo(80), pack: 'iso-standards' }],
    visits: [
      {
        session_id: sampleId(1),
        at: hoursAgo(81),
        first_view: 'home',
        source: 'linkedin',
        campaign: change.name ?? 'spring',
        views: 7,
      },
    ],
  },
})

export const states = {
  trail: { at, answers: of() },
  loading: { at, answers: { strategy_call_bookings: noResponse } },
  gone: { at, answers: { strategy_call_bookings: [] } },
  error: { at, answers: { ...of(), 'rpc/read_person': serverError } },
  'not-allowed': { at, answers: { ...of(), 'rpc/read_person': errorResponse(403, 'no', { code: '42501' }) } },
  'long-words': {
    at,
    answers: of({ name: longName, company: unbreakable, email: `${unbreakable}@example.com` }),
  },
  'right-to-left': { at, answers: of({ name: arabicName, company: 'شركة الأفق (2024)' }) },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  trail: [
    expectState.heading('Thandi Nkosi'),
    expectState.says('2 bookings, 1 message, 1 download, 1 visit'),
    expectState.offers('thandi@company.example'),
    expectState.counts('link', /^\+27/, 2),
  ],
  loading: [expectState.heading('Visitor'), expectState.waits('Loading')],
  gone: [expectState.warns('This visitor’s data no longer exists.'), expectState.offers('Go to bookings')],
  error: [expectState.warns('Something went wrong'), expectState.offers('Try again')],
  'not-allowed': [expectState.warns('Your role does not allow this.'), expectState.lacks('Try again')],
  'long-words': [expectState.heading(/^Wilhelmina/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
