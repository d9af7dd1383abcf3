import { callersSentence, freeTimesWords } from '#content/available-times.ts'
import { booking, bookingFields } from '#content/booking.ts'
import { callLabels } from '#content/strategy-call.ts'
import type { PickedTime } from '#shared/contract/desk-week.ts'
import { hourCycleOf, shortDay, shortTime, timeOfDay, wallClock } from '#shared/lib/local-time.ts'
import { broken, never, offline, refused, type Step } from '#shared/lib/staged.ts'
import type { Answers, SiteStates } from '#site/lib/answers.ts'
import { arabic, unbreakable } from '#ui/drawn-state.ts'
import { BookCallButton } from './book-call.tsx'
import { BookingDialog } from './booking-dialog.tsx'
import { BookingReceipt } from './booking-receipt.tsx'

const open = callLabels.short
const draw = () => (
  <>
    <BookCallButton place="hero" label="short" />
    <BookingDialog />
  </>
)
/** So many days from today, on the clocks of this machine. */
const inDays = (days: number, hour = 0, minute = 0) =>
  new Date(new Date().setHours(hour + 24 * days, minute, 0, 0))
const dayOf = (days: number) => wallClock(inDays(days)).slice(0, 10)
/** A morning and an afternoon of each of some days. */
const freeTimes = [2, 3, 4, 8].flatMap((day) =>
  [9, 10, 14, 15].flatMap((hour) => [0, 15, 30, 45].map((minute) => inDays(day, hour, minute).toISOString())),
)
const told = {
  zone: 'Africa/Johannesburg',
  call_minutes: 30,
  confirms_at_once: false,
  from_day: dayOf(0),
  until_day: dayOf(60),
  times: freeTimes,
}
const anna = { name: 'Anna Meyer', place: 'phone' } as const
const ben = { name: 'Ben Okafor', place: 'phone' } as const
/** What the button of a near time says. */
const near = (index: number) =>
  [
    [2, 9],
    [2, 14],
    [3, 9],
  ].map(([day = 0, hour]) => shortTime(wallClock(inDays(day, hour)), hourCycleOf()))[index] ?? ''

const calls = { capacity: 5, taken: 3, free_calls: 2, week: 'this', left: 2 } as const

/** Nobody is a host. */
const none = { ...told, times: [] }
const answers = {
  'rpc/free_times': none,
  'rpc/free_calls_this_week': calls,
  strategy_call_bookings: null,
} as const

const withTimes = {
  ...answers,
  'rpc/free_times': told,
  'rpc/callers': { callers: [], others: true },
  'rpc/picked_time': { outcome: 'held', next: [] },
} satisfies Answers

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
const picked: readonly Step[] = [...filled(), ['see', near(0)], ['press', near(0)]]
const receipt = (
  page: string | null,
  outcome: PickedTime['outcome'] = 'asked',
  next: readonly string[] = [],
  caller: string | null = null,
) => ({
  draw: () => (
    <BookingReceipt
      sent={{
        id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10',
        start: new Date(Date.UTC(2027, 0, 4, 14)),
        zone: 'Africa/Johannesburg',
        minutes: 30,
        page,
        outcome,
        next,
        caller,
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
  'next-time': {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
    ],
  },
  'next-time-alone': {
    draw,
    answers: {
      ...withTimes,
      'rpc/free_calls_this_week': { ...calls, taken: 0, free_calls: 5, left: 5 },
    },
    steps: [
      ['press', open],
      ['see', near(0)],
    ],
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
  'times-awaited': { draw, answers: { ...answers, 'rpc/free_times': never }, steps: [['press', open]] },
  'times-not-known': {
    draw,
    answers: { ...answers, 'rpc/free_times': broken },
    steps: [['press', open]],
  },
  times: {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
    ],
  },
  'one-time': {
    draw,
    answers: { ...withTimes, 'rpc/free_times': { ...told, times: freeTimes.slice(0, 1) } },
    steps: [
      ['press', open],
      ['see', near(0)],
    ],
  },
  'more-times': {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
      ['press', freeTimesWords.more],
      ['press', shortDay(dayOf(3))],
      ['press', timeOfDay('10:15', hourCycleOf())],
    ],
  },
  'week-of-first-time': {
    draw,
    answers: { ...withTimes, 'rpc/free_times': { ...told, times: freeTimes.slice(-16) } },
    steps: [
      ['press', open],
      ['see', freeTimesWords.more],
      ['press', freeTimesWords.more],
    ],
  },
  'week-without': {
    draw,
    answers: { ...withTimes, 'rpc/free_times': { ...told, times: freeTimes.slice(-16) } },
    steps: [
      ['press', open],
      ['see', freeTimesWords.more],
      ['press', freeTimesWords.more],
      ['press', freeTimesWords.earlier],
      ['see', freeTimesWords.noneThen],
    ],
  },
  'other-zone': {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
      ['press', near(0)],
      ['fill', freeTimesWords.zone, 'Asia/Dubai'],
    ],
  },
  // Whose names are known before the dialog opens stand beside the times.
  'callers-named': {
    draw,
    answers: { ...withTimes, 'rpc/callers': { callers: [anna, ben], others: true } },
    steps: [
      ['press', open],
      ['see', freeTimesWords.more],
      ['press', booking.close],
      ['press', open],
      ['see', callersSentence({ callers: [anna, ben], others: true }) ?? ''],
    ],
  },
  picked: { draw, answers: withTimes, steps: picked },
  'picked-held': {
    draw,
    answers: { ...withTimes, 'rpc/picked_time': { outcome: 'held', next: [] } },
    steps: [...picked, ['press', booking.submit], ['see', booking.outcomes.held.text]],
  },
  'picked-unproven': {
    draw,
    answers: { ...withTimes, 'rpc/picked_time': { outcome: 'unproven', next: [] } },
    steps: [...picked, ['press', booking.submit], ['see', booking.outcomes.unproven.text]],
  },
  'picked-unpicked': {
    draw,
    answers: { ...withTimes, 'rpc/picked_time': { outcome: 'asked', next: [] } },
    steps: [...picked, ['press', booking.submit], ['see', booking.outcomes.unpicked.text]],
  },
  'picked-confirmed': {
    draw,
    answers: { ...withTimes, 'rpc/picked_time': { outcome: 'confirmed', next: [] } },
    steps: [...picked, ['press', booking.submit], ['see', booking.outcomes.confirmed.title]],
  },
  'picked-taken': {
    draw,
    answers: { ...withTimes, 'rpc/picked_time': { outcome: 'taken', next: freeTimes.slice(1, 7) } },
    steps: [...picked, ['press', booking.submit], ['see', booking.outcomes.taken.title]],
  },
  'receipt-held': receipt('/?call=a-sample', 'held'),
  'receipt-unproven': receipt('/?call=a-sample', 'unproven'),
  'receipt-confirmed': receipt('/?call=a-sample', 'confirmed', [], 'Anna Meyer'),
  'receipt-taken': receipt('/?call=a-sample', 'taken', freeTimes.slice(1, 7)),
  'receipt-taken-alone': receipt('/?call=a-sample', 'taken'),
  receipt: receipt('/?call=a-sample'),
  'receipt-by-letter': receipt(null),
  'long-words': {
    draw,
    answers,
    steps: filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(20) }),
  },
  'right-to-left': { draw, answers, steps: filled({ name: arabic, company: arabic, message: arabic }) },
} satisfies SiteStates
