import type { Answers, DeskStates } from '#desk/lib/sample-answers.ts'
import { bookingList, bookingRecord } from '#desk/lib/sample-records.ts'
import { arabicName, booking, letter, unbreakable } from '#desk/lib/samples.ts'
import { broken, type Looks, never, offers, says, waits, warns } from '#shared/lib/sample-states.ts'

const sent = letter(1)
const at = `/letters?item=${sent.id}`
const of = (view: Answers['letters/view']): Answers => ({
  outbox: [sent],
  strategy_call_bookings: [booking(1)],
  ...(view && { 'letters/view': view }),
})
const paper = {
  kind: 'call-confirmed',
  to: 'thandi@company.example',
  subject: 'Your call on Thursday',
  text: 'Dear Thandi,\n\nyour call is on Thursday, 26 November, at 07:20.\n\nBackline',
  calendar: 'BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR',
} as const
const row = booking(1)

export const states = {
  'as-text': { at, answers: of(paper), steps: [['press', 'As text']] },
  invitation: { at, answers: of(paper), steps: [['press', 'Invitation']] },
  loading: { at, answers: of(never) },
  error: { at, answers: of(broken) },
  'nothing-to-read': { at, answers: of({ dropped: 'the call had begun' }) },
  told: {
    at: `/bookings?item=${row.id}`,
    answers: {
      ...bookingList([row]),
      'rpc/read_booking': bookingRecord(row),
      outbox: [
        letter(1),
        letter(2, {
          recipient: 'team@backline.example',
          kind: 'team-booking',
          state: 'failed',
          reason: '550',
        }),
      ],
    },
  },
  'long-words': {
    at,
    answers: of({
      ...paper,
      to: `${unbreakable}@example.com`,
      subject: unbreakable,
      text: unbreakable.repeat(2),
    }),
    steps: [['press', 'As text']],
  },
  'right-to-left': {
    at,
    answers: of({ ...paper, subject: `${arabicName} (42)`, text: `${arabicName} (42)` }),
    steps: [['press', 'As text']],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'as-text': [says(/^Dear Thandi/)],
  invitation: [says(/^BEGIN:VCALENDAR/)],
  loading: [waits('Writing the letter out')],
  error: [warns('Something went wrong'), offers('Try again')],
  'nothing-to-read': [says('There is nothing to read: the call had begun.')],
  told: [says('To the team: 1'), says('Request received')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [says(new RegExp(arabicName))],
}
