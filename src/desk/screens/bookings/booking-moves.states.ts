import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { booking, called, colleague, hebrewName, hoursAgo, me, sampleId } from '#desk/lib/samples.ts'
import { timeInWords } from '#desk/lib/times.ts'
import { callOutcomeWords } from '#desk/lib/words.ts'
import type { BookingState } from '#shared/contract/booking-state.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import { type Looks, refused, see } from '#shared/lib/sample-states.ts'
import { confirmed, fresh, late, openBooking } from './bookings.states.ts'

const asking = called(4, -26, 'confirmed', {
  proposed_time: hoursAgo(-30),
  unanswered_since: hoursAgo(2),
  due_at: hoursAgo(-22),
})
const toConfirm = openBooking(fresh)
const host = (change: Partial<HostForCall>): HostForCall => ({
  id: me.id,
  name: me.name,
  is_free: true,
  reasons: [],
  last_given_at: hoursAgo(70),
  is_proposed: true,
  is_held: false,
  ...change,
})
const karl = { id: colleague.id, name: colleague.name }
const hosts = [
  host(karl),
  host({ last_given_at: hoursAgo(4), is_proposed: false }),
  host({
    id: sampleId(5),
    name: hebrewName,
    is_free: false,
    reasons: ['overlap', 'break'],
    is_proposed: false,
  }),
]
const among = (state: { at: string; answers: Answers }, list: HostForCall[]) => ({
  ...state,
  answers: { ...state.answers, 'rpc/hosts_for_call': list },
})
const toTake = among(openBooking(called(4, -26, 'confirmed', { assigned_to: colleague.id })), hosts)
const held = [host({ ...karl, is_held: true })]
const withState = (change: Partial<BookingState>) =>
  openBooking({ ...fresh, state: { ...fresh.state, ...change } }, { picked: true })
const isHeld = withState({ time: 'held', held_by: colleague.id })

export const states = {
  'outcome-conflict': {
    ...openBooking(late),
    answers: {
      ...openBooking(late).answers,
      'rpc/save_outcome': refused(409, 'changed', {
        hint: 'changed',
        facts: { status: 'completed', confirmed: null, what: 'outcome', by: colleague.id, at: hoursAgo(0.1) },
      }),
    },
    steps: [
      ['fill', 'Next step', 'Call in January'],
      ['press', 'Save'],
      ['see', 'Your change was not saved'],
    ],
  },
  'open-with-proposal': openBooking(asking),
  confirm: { ...toConfirm, steps: [['press', 'Confirm']] },
  'confirm-passed-request': {
    ...openBooking(booking(1, { preferred_time: hoursAgo(2), call_at: hoursAgo(2) })),
    steps: [['press', 'Confirm']],
  },
  'open-with-passed-proposal': openBooking({ ...asking, proposed_time: hoursAgo(1) }),
  'confirm-outside-hours': {
    ...toConfirm,
    answers: {
      ...toConfirm.answers,
      'rpc/move_booking': refused(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours', 'week_full'], capacity: 5, taken: 5 },
      }),
    },
    steps: [
      ['press', 'Confirm'],
      ['press', `Confirm ${timeInWords('14:20')}`],
      ['see', 'That week is full'],
    ],
  },
  'confirm-with-host': { ...among(toConfirm, hosts), steps: [['press', 'Confirm']] },
  'confirm-without-available-host': {
    ...among(
      toConfirm,
      hosts.map((one) =>
        host({ ...one, is_free: false, is_proposed: false, reasons: ['outside_hours', 'busy'] }),
      ),
    ),
    steps: [['press', 'Confirm']],
  },
  'reschedule-with-unavailable-host': {
    ...among(
      openBooking(confirmed),
      hosts.map((one) => (one.id === me.id ? { ...one, is_free: false, reasons: ['busy'] } : one)),
    ),
    steps: [['press', 'Reschedule']],
  },
  'confirm-held': { ...among(isHeld, held), steps: [['press', 'Confirm']] },
  'open-offered': withState({
    time: 'offered',
    turn: 'visitor',
    until: hoursAgo(-20),
    offered: [-50, -55].map((hours) => ({
      start: hoursAgo(hours),
      end: hoursAgo(hours - 0.5),
      host: me.id,
      until: hoursAgo(-20),
    })),
  }),
  'open-available': withState({ time: 'available' }),
  'open-taken': withState({ time: 'taken' }),
  'open-past': withState({ time: 'none' }),
  'cancel-with-reason': { ...openBooking(confirmed), steps: [['press', 'Cancel booking']] },
  'decline-with-reason': { ...openBooking(asking), steps: [['press', 'Decline']] },
  'offer-times': {
    ...toConfirm,
    steps: [
      ['press', 'Offer times'],
      ['see', 'Choose two or three'],
    ],
  },
  'open-held': isHeld,
  'open-reassignable': among(openBooking(confirmed), hosts),
  'reassign-refused': {
    ...toTake,
    answers: {
      ...toTake.answers,
      'rpc/reassign_call': refused(409, 'busy', {
        hint: 'busy',
        facts: { warnings: ['busy', 'outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    steps: [
      ['press', 'Assign to me'],
      ['see', 'The host is busy then'],
    ],
  },
  'cancel-conflict': {
    ...openBooking(confirmed),
    answers: {
      ...openBooking(confirmed).answers,
      'rpc/move_booking': refused(409, 'changed', {
        hint: 'changed',
        facts: { status: 'cancelled', confirmed: null, by: colleague.id, at: hoursAgo(0.1) },
      }),
    },
    steps: [
      ['press', 'Cancel booking'],
      ['see', 'The email to the visitor will quote it'],
      ['press', 'Cancel booking'],
      ['see', 'Your change was not saved'],
    ],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'outcome-conflict': [
    see.warns(/^Karl Fisher recorded the outcome 6 min ago. Your change was not saved/),
    ...[...Object.values(callOutcomeWords).slice(1), 'Mark as done'].map((word) => see.offers(word)),
    see.holds('Next step', 'Call in January'),
    see.holds('Value in EUR', '1\u00a0200'),
  ],
  'open-with-proposal': [
    see.heading('Requested another time'),
    see.offers('Confirm 18:20'),
    see.offers('Decline'),
  ],
  confirm: [
    see.shows('dialog', 'Confirm the call'),
    see.offers('Confirm 14:20'),
    see.says('3 of 5'),
    see.says('No other calls that day.'),
    see.shows('group', 'Times that suit you both'),
    see.counts('button', /^(Wed|Thu|Mon) \d+ Nov, 1\d:00 0\d:00 in New York$/, 6),
  ],
  'confirm-passed-request': [see.offers('Confirm 15:00')],
  'open-with-passed-proposal': [see.says('That time has passed.'), see.lacks(/^Confirm \d/)],
  'confirm-outside-hours': [
    see.warns(
      'That is outside working hours, 09:00 to 17:00 in Johannesburg. That week is full: 5 of 5 calls are taken.',
    ),
    see.offers('Confirm anyway'),
  ],
  'confirm-with-host': [
    see.says('Suggested: Karl Fisher, who is available and has gone longest without a call.'),
    see.counts('option', 'Nomsa Dube (you): available', 1),
    see.counts('option', /has another call, not enough break$/, 1),
    see.offers('Confirm 14:20'),
  ],
  'reschedule-with-unavailable-host': [
    see.shows('dialog', 'Reschedule the call'),
    see.holds('Host', colleague.id),
  ],
  'confirm-without-available-host': [
    see.says(/^No host is available on /),
    see.offers('Confirm 15:00'),
    see.says('No host is available then.'),
    see.says('Nomsa Dube: outside their hours, busy in their calendar.'),
  ],
  'confirm-held': [see.says('Suggested: Karl Fisher, whose time is held for this request.')],
  'open-available': [see.says(/still available, but not held/)],
  'open-taken': [see.says(/no longer available/)],
  'open-past': [see.says('The requested time has passed.')],
  'cancel-with-reason': [see.holds('Reason (optional)', ''), see.offers('Keep booking')],
  'decline-with-reason': [see.holds('Reason (optional)', ''), see.offers(/^Cancel$/)],
  'open-offered': [
    see.says(/^Offered and held until/),
    see.offers('Withdraw offer'),
    see.says(/^Waiting for the visitor, until/),
    see.offers('Offer other times'),
  ],
  'offer-times': [see.says(/^The visitor chooses one on their call page/), see.says('Choose two or three')],
  'open-held': [see.says('Chosen from the available times and held until we answer. Host: Karl Fisher.')],
  'open-reassignable': [see.shows('combobox', 'Reassign to'), see.lacks(/^Cancel$/)],
  'reassign-refused': [
    see.warns('The host is busy then, according to their calendar. That is outside Nomsa Dube’s hours.'),
    see.offers('Reassign anyway'),
    see.offers(/^Cancel$/),
  ],
  'cancel-conflict': [see.warns(/^Karl Fisher cancelled this 6 min ago. Your change was not saved/)],
}
