import { booking, bookingFields } from '#content/booking.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { broken, never, offline, refused } from '#shared/lib/staged.ts'
import type { Step } from '#shared/lib/steps.ts'
import type { SiteStates } from '#site/lib/answers.ts'
import { arabic, unbreakable } from '#ui/sample-words.ts'
import { BookCallButton } from './book-call-button.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import { BookingReceipt } from './booking-receipt.tsx'

const open = 'Book a call'
const draw = () => (
  <>
    <BookCallButton place="hero">{open}</BookCallButton>
    <BookingDialog />
  </>
)
const answers = {
  'rpc/free_calls_this_week': { capacity: 5, taken: 3, free_calls: 2, week: 'this', left: 2 },
  strategy_call_bookings: null,
} as const

/** Ten o'clock in three days, in the local time zone. */
const soon = () => wallClock(new Date(Date.now() + 3 * 86_400_000)).replace(/T.*/, 'T10:00')

/** A plausible value for each field of the form. */
const filled = (typed: Readonly<Record<string, string>> = {}): readonly Step[] => [
  ['press', open],
  ...bookingFields.map(({ name, label, type, ...rest }): Step => {
    const [first] = 'options' in rest ? rest.options : []
    const usual = {
      text: 'Thandi Nkosi',
      email: 'thandi@company.example',
      tel: '+27 21 555 0100',
      'datetime-local': soon(),
      textarea: 'Two proposals are late.',
      select: first?.value ?? '',
    }
    return ['fill', label, typed[name] ?? usual[type]]
  }),
]
const sent: readonly Step[] = [...filled(), ['press', booking.submit]]
const receipt = (page: string | null) => ({
  draw: () => (
    <BookingReceipt
      sent={{
        id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10',
        start: new Date(Date.UTC(2027, 0, 4, 14)),
        zone: 'Africa/Johannesburg',
        page,
      }}
      onDismiss={() => {}}
    />
  ),
  answers: {},
})

export const states = {
  empty: { draw, answers, steps: [['press', open]] },
  'free-calls-not-known': {
    draw,
    answers: { ...answers, 'rpc/free_calls_this_week': broken },
    steps: [['press', open]],
  },
  'week-full': {
    draw,
    answers: {
      ...answers,
      'rpc/free_calls_this_week': { capacity: 5, taken: 5, free_calls: 0, week: 'next', left: 4 },
    },
    steps: [['press', open]],
  },
  filled: { draw, answers, steps: filled() },
  sending: { draw, answers: { ...answers, strategy_call_bookings: never }, steps: sent },
  failed: {
    draw,
    answers: { ...answers, strategy_call_bookings: broken },
    steps: [...sent, ['see', booking.failure]],
  },
  'no-connection': {
    draw,
    answers: { ...answers, strategy_call_bookings: offline },
    steps: [...sent, ['see', booking.failure]],
  },
  'fields-refused': {
    draw,
    answers: {
      ...answers,
      strategy_call_bookings: refused(400, 'refused', {
        code: '23514',
        hint: 'phone is required; preferred_time must not be in the past',
      }),
    },
    steps: [...sent, ['see', booking.failure]],
  },
  'too-often': {
    draw,
    answers: { ...answers, strategy_call_bookings: refused(429, 'too often', { wait: 600 }) },
    steps: [...sent, ['see', booking.failure]],
  },
  stored: { draw, answers, steps: [...sent, ['see', booking.confirmation.title]] },
  receipt: receipt('/?call=a-sample'),
  'receipt-by-letter': receipt(null),
  'long-words': {
    draw,
    answers,
    steps: filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(20) }),
  },
  'right-to-left': { draw, answers, steps: filled({ name: arabic, company: arabic, message: arabic }) },
} satisfies SiteStates
