import { type DeskResponses, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { booking, bookingWithCall, hebrewName, hoursAgo, me, otherMember, sampleId } from '#desk/lib/samples.ts'
import { timeInWords } from '#desk/lib/times.ts'
import { callOutcomeWords } from '#desk/lib/words.ts'
import type { BookingState } from '#shared/contract/booking-state.ts'
import type { HostCandidate } from '#shared/contract/hosts.ts'
import { errorResponse, expectState, type StateExpectations } from '#shared/lib/sample-states.ts'
import { confirmed, fresh, late, openBooking } from './bookings.states.ts'

const asking = bookingWithCall(4, -26, 'confirmed', {
  proposed_time: hoursAgo(-30),
  unanswered_since: hoursAgo(2),
  due_at: hoursAgo(-22),
})
const toConfirm = openBooking(fresh)
const host = (change: Partial<HostCandidate>): HostCandidate => ({
  id: me.id,
  name: me.name,
  is_free: true,
  reasons: [],
  last_given_at: hoursAgo(70),
  is_proposed: true,
  is_held: false,
  ...change,
})
const karl = { id: otherMember.id, name: otherMember.name }
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
const among = (state: { at: string; answers: DeskResponses }, list: HostCandidate[]) => ({
  ...state,
  answers: { ...state.answers, 'rpc/hosts_for_call': list },
})
const toTake = among(openBooking(bookingWithCall(4, -26, 'confirmed', { assigned_to: otherMember.id })), hosts)
const held = [host({ ...karl, is_held: true })]
const withState = (change: Partial<BookingState>) =>
  openBooking({ ...fresh, state: { ...fresh.state, ...change } }, { picked: true })
const isHeld = withState({ time: 'held', held_by: otherMember.id })

export const states = {
  'outcome-conflict': variantsOf(openBooking(late))(
    {
      'rpc/save_outcome': errorResponse(409, 'changed', {
        hint: 'changed',
        facts: {
          status: 'completed',
          confirmed: null,
          what: 'outcome',
          by: otherMember.id,
          at: hoursAgo(0.1),
        },
      }),
    },
    ['fill', 'Next step', 'Call in January'],
    ['press', 'Save'],
    ['see', 'Your change was not saved'],
  ),
  'open-with-proposal': openBooking(asking),
  confirm: { ...toConfirm, steps: [['press', 'Confirm']] },
  'confirm-passed-request': {
    ...openBooking(booking(1, { preferred_time: hoursAgo(2), call_at: hoursAgo(2) })),
    steps: [['press', 'Confirm']],
  },
  'open-with-passed-proposal': openBooking({ ...asking, proposed_time: hoursAgo(1) }),
  'confirm-outside-hours': variantsOf(toConfirm)(
    {
      'rpc/move_booking': errorResponse(409, 'outside hours', {
        hint: 'outside_hours',
        facts: { warnings: ['outside_hours', 'week_full'], capacity: 5, taken: 5 },
      }),
    },
    ['press', 'Confirm'],
    ['press', `Confirm ${timeInWords('14:20')}`],
    ['see', 'That week is full'],
  ),
  'confirm-with-host': { ...among(toConfirm, hosts), steps: [['press', 'Confirm']] },
  'confirm-without-available-host': {
    ...among(
      toConfirm,
      hosts.map((one) => host({ ...one, is_free: false, is_proposed: false, reasons: ['outside_hours', 'busy'] })),
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
  'offer-times': variantsOf(toConfirm)({}, ['press', 'Offer times'], ['see', 'Choose two or three times']),
  'open-held': isHeld,
  'open-reassignable': among(openBooking(confirmed), hosts),
  'reassign-refused': variantsOf(toTake)(
    {
      'rpc/reassign_call': errorResponse(409, 'busy', {
        hint: 'busy',
        facts: { warnings: ['busy', 'outside_hours'], capacity: 5, taken: 3 },
      }),
    },
    ['press', 'Assign to me'],
    ['see', 'The host is busy at that time'],
  ),
  'cancel-conflict': variantsOf(openBooking(confirmed))(
    {
      'rpc/move_booking': errorResponse(409, 'changed', {
        hint: 'changed',
        facts: { status: 'cancelled', confirmed: null, by: otherMember.id, at: hoursAgo(0.1) },
      }),
    },
    ['press', 'Cancel booking'],
    ['see', 'The email to the visitor will quote the reason'],
    ['press', 'Cancel booking'],
    ['see', 'Your change was not saved'],
  ),
} satisfies DeskStates

const { counts, heading, holds, lacks, offers, says, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  'outcome-conflict': [
    warns(/^Karl Fisher recorded the outcome 6 min ago. Your change was not saved/),
    ...[...Object.values(callOutcomeWords).slice(1), 'Mark as done'].map((word) => offers(word)),
    holds(/^Next step$/, 'Call in January'),
    holds('Value in EUR', '1\u00a0200'),
  ],
  'open-with-proposal': [heading('Requested another time'), offers('Confirm 18:20'), offers('Decline')],
  confirm: [
    shows('dialog', 'Confirm the call'),
    offers('Confirm 14:20'),
    says('3 of 5'),
    says('No other calls that day.'),
    shows('group', 'Times that suit both host and visitor'),
    counts('button', /^(Wed|Thu|Mon) \d+ Nov, 1\d:00 0\d:00 in New York$/, 6),
  ],
  'confirm-passed-request': [offers('Confirm 15:00')],
  'open-with-passed-proposal': [says('That time has passed.'), lacks(/^Confirm \d/)],
  'confirm-outside-hours': [
    warns('That is outside working hours, 09:00 to 17:00 in Johannesburg. That week is full: 5 of 5 calls are booked.'),
    offers('Confirm anyway'),
  ],
  'confirm-with-host': [
    says('Suggested: Karl Fisher, who is available and has gone the longest without a call.'),
    counts('option', 'Nomsa Dube (you): available', 1),
    counts('option', /has another call, break too short$/, 1),
    offers('Confirm 14:20'),
  ],
  'reschedule-with-unavailable-host': [shows('dialog', 'Reschedule the call'), holds('Host', otherMember.id)],
  'confirm-without-available-host': [
    says(/^No host is available on /),
    offers('Confirm 15:00'),
    says('No host is available at that time.'),
    says('Nomsa Dube: outside their hours, busy in their calendar.'),
  ],
  'confirm-held': [says('Suggested: Karl Fisher, whose time is held for this request.')],
  'open-available': [says(/still available, but not held/)],
  'open-taken': [says(/no longer available/)],
  'open-past': [says('The requested time has passed.')],
  'cancel-with-reason': [holds('Reason (optional)', ''), offers('Keep the booking')],
  'decline-with-reason': [holds('Reason (optional)', ''), offers(/^Cancel$/)],
  'open-offered': [
    says(/^Offered and held until/),
    offers('Withdraw offer'),
    says(/^Waiting for the visitor until/),
    offers('Offer other times'),
  ],
  'offer-times': [
    says(/^The call is confirmed when the visitor chooses one of the times/),
    says('Choose two or three times'),
  ],
  'open-held': [says('Chosen from the available times and held until we answer. Host: Karl Fisher.')],
  'open-reassignable': [shows('combobox', 'Reassign to'), lacks(/^Cancel$/)],
  'reassign-refused': [
    warns('The host is busy at that time, according to their calendar. That is outside Nomsa Dube’s hours.'),
    offers('Reassign anyway'),
    offers(/^Cancel$/),
  ],
  'cancel-conflict': [warns(/^Karl Fisher cancelled this 6 min ago. Your change was not saved/)],
}
