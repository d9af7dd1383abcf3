import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
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
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

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

const show = variantsOf({ at, answers: {} })

export const states = {
  trail: show(of()),
  loading: show({ strategy_call_bookings: pending }),
  gone: show({ strategy_call_bookings: [] }),
  error: show({ ...of(), 'rpc/read_person': serverError }),
  'not-allowed': show({ ...of(), 'rpc/read_person': errorResponse(403, 'no', { code: '42501' }) }),
  'long-words': show(of({ name: longName, company: unbreakable, email: `${unbreakable}@example.com` })),
  'right-to-left': show(of({ name: arabicName, company: 'شركة الأفق (2024)' })),
} satisfies DeskStates

const { counts, heading, isolates, lacks, offers, says, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  trail: [
    heading('Thandi Nkosi'),
    says('2 bookings, 1 message, 1 download, 1 visit'),
    offers('thandi@company.example'),
    counts('link', /^\+27/, 2),
  ],
  loading: [heading('Visitor'), waits('Loading')],
  gone: [warns('This visitor’s data no longer exists.'), offers('Go to bookings')],
  error: [warns('Something went wrong'), offers('Try again')],
  'not-allowed': [warns('Your role does not allow this.'), lacks('Try again')],
  'long-words': [heading(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
}
