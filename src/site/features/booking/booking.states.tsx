import { availableTimesWords, hostSentence } from '#content/available-times.ts'
import { booking, bookingFields } from '#content/booking.ts'
import { callLabels } from '#content/strategy-call.ts'
import type { SelectedSlot } from '#shared/contract/desk-week.ts'
import {
  formatShortDay,
  formatShortTime,
  formatTimeOfDay,
  formatWallClock,
  hourCycleOf,
} from '#shared/lib/local-time.ts'
import {
  arabic,
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  type StateStep,
  serverError,
  unbreakable,
} from '#shared/lib/sample-states.ts'
import type { SampleResponses, SiteStates } from '#site/lib/sample-answers.ts'
import { BookCallButton } from './book-call.tsx'
import { BookingDialog } from './booking-dialog.tsx'

const open = callLabels.short
const draw = () => (
  <>
    <BookCallButton place="hero" label="short" />
    <BookingDialog />
  </>
)
/** Returns a local time that is the given number of days after today. */
const inDays = (days: number, hour = 0, minute = 0) => new Date(new Date().setHours(hour + 24 * days, minute, 0, 0))
const dayOf = (days: number) => formatWallClock(inDays(days)).slice(0, 10)
/** Morning and afternoon slots on four days. */
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
/** The label of the button for a suggested time. */
const near = (index: number) =>
  [
    [2, 9],
    [2, 14],
    [3, 9],
  ].map(([day = 0, hour]) => formatShortTime(formatWallClock(inDays(day, hour)), hourCycleOf()))[index] ?? ''

const calls = { capacity: 5, taken: 3, remaining_calls: 2, week: 'this', left: 2 } as const

/** No member takes calls. */
const none = { ...told, times: [] }
const answers = {
  'rpc/available_times': none,
  'rpc/remaining_calls_this_week': calls,
  strategy_call_bookings: null,
} as const

const withTimes = {
  ...answers,
  'rpc/available_times': told,
  'rpc/callers': { callers: [], others: true },
  'rpc/picked_time': { outcome: 'held', next: [] },
} satisfies SampleResponses

/** Ten o'clock local time in three days. */
const soon = () => formatWallClock(new Date(Date.now() + 3 * 86_400_000)).replace(/T.*/, 'T10:00')

/** Fills in a plausible value for each field. */
const filled = (typed: Readonly<Record<string, string>> = {}): readonly StateStep[] => [
  ['press', open],
  ...bookingFields.map(({ name, label, type, ...rest }): StateStep => {
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
const sent: readonly StateStep[] = [...filled(), ['press', booking.submit]]
const opened: readonly StateStep[] = [
  ['press', open],
  ['see', near(0)],
]
const picked: readonly StateStep[] = [...filled(), ['see', near(0)], ['press', near(0)]]
/** The server's response about the selected time, and the text that the page then shows. */
const pickedThen = (outcome: SelectedSlot['outcome'], words: string, next: readonly string[] = []) => ({
  draw,
  answers: { ...withTimes, 'rpc/picked_time': { outcome, next: [...next] } },
  steps: [...picked, ['press', booking.submit], ['see', words]] satisfies StateStep[],
})

export const states = {
  empty: { draw, answers, steps: [['press', open]] },
  'free-calls-not-known': {
    draw,
    answers: { ...answers, 'rpc/remaining_calls_this_week': serverError },
    steps: [['press', open]],
  },
  'next-time-alone': {
    draw,
    answers: {
      ...withTimes,
      'rpc/remaining_calls_this_week': { ...calls, taken: 0, remaining_calls: 5, left: 5 },
    },
    steps: opened,
  },
  'week-full': {
    draw,
    answers: {
      ...answers,
      'rpc/remaining_calls_this_week': { capacity: 5, taken: 5, remaining_calls: 0, week: 'next', left: 4 },
    },
    steps: [['press', open]],
  },
  filled: { draw, answers, steps: filled() },
  sending: { draw, answers: { ...answers, strategy_call_bookings: noResponse }, steps: sent },
  failed: {
    draw,
    answers: { ...answers, strategy_call_bookings: serverError },
    steps: [...sent, ['see', booking.failure]],
  },
  'fields-refused': {
    draw,
    answers: {
      ...answers,
      strategy_call_bookings: errorResponse(400, 'refused', {
        code: '23514',
        hint: 'phone is required; preferred_time must not be in the past',
      }),
    },
    steps: [...sent, ['see', booking.failure]],
  },
  'too-often': {
    draw,
    answers: { ...answers, strategy_call_bookings: errorResponse(429, 'too often', { wait: 600 }) },
    steps: [...sent, ['see', booking.failure]],
  },
  stored: { draw, answers, steps: [...sent, ['see', booking.confirmation.title]] },
  'times-awaited': {
    draw,
    answers: { ...answers, 'rpc/available_times': noResponse },
    steps: [['press', open]],
  },
  'times-not-known': {
    draw,
    answers: { ...answers, 'rpc/available_times': serverError },
    steps: [['press', open]],
  },
  times: { draw, answers: withTimes, steps: opened },
  'one-time': {
    draw,
    answers: { ...withTimes, 'rpc/available_times': { ...told, times: freeTimes.slice(0, 1) } },
    steps: opened,
  },
  'more-times': {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
      ['press', availableTimesWords.more],
      ['press', formatShortDay(dayOf(3), hourCycleOf())],
      ['press', formatTimeOfDay('10:15', hourCycleOf())],
    ],
  },
  'week-of-first-time': {
    draw,
    answers: { ...withTimes, 'rpc/available_times': { ...told, times: freeTimes.slice(-16) } },
    steps: [
      ['press', open],
      ['see', availableTimesWords.more],
      ['press', availableTimesWords.more],
    ],
  },
  'week-without': {
    draw,
    answers: { ...withTimes, 'rpc/available_times': { ...told, times: freeTimes.slice(-16) } },
    steps: [
      ['press', open],
      ['see', availableTimesWords.more],
      ['press', availableTimesWords.more],
      ['press', availableTimesWords.earlier],
      ['see', availableTimesWords.noneThen],
    ],
  },
  'other-zone': {
    draw,
    answers: withTimes,
    steps: [
      ['press', open],
      ['see', near(0)],
      ['press', near(0)],
      ['fill', availableTimesWords.zone, 'Asia/Dubai'],
    ],
  },
  // Host names that are known before the dialog opens appear next to the times.
  'callers-named': {
    draw,
    answers: { ...withTimes, 'rpc/callers': { callers: [anna, ben], others: true } },
    steps: [
      ['press', open],
      ['see', availableTimesWords.more],
      ['press', booking.close],
      ['press', open],
      ['see', hostSentence({ callers: [anna, ben], others: true }) ?? ''],
    ],
  },
  picked: { draw, answers: withTimes, steps: picked },
  'picked-held': pickedThen('held', booking.outcomes.held.text),
  'picked-available': pickedThen('available', booking.outcomes.available.text),
  'picked-unpicked': pickedThen('unpicked', booking.outcomes.unpicked.text),
  'picked-taken': pickedThen('taken', booking.outcomes.taken.title, freeTimes.slice(1, 7)),
  'long-words': {
    draw,
    answers,
    steps: filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(20) }),
  },
  'right-to-left': { draw, answers, steps: filled({ name: arabic, company: arabic, message: arabic }) },
} satisfies SiteStates

export const looks: StateExpectations<typeof states> = {
  empty: [expectState.shows('dialog', booking.title), expectState.offers(booking.submit), expectState.says(/2 of 5/)],
  'free-calls-not-known': [expectState.says(booking.slotsClaim)],
  'next-time-alone': [expectState.says(/^Next available: \w{3} \d+ \w{3}, 09:00$/)],
  'week-full': [expectState.says(/4 of 5/)],
  filled: [expectState.holds(/^Full Name/, 'Thandi Nkosi'), expectState.offers(booking.submit)],
  sending: [expectState.shows('button', booking.submitting)],
  failed: [
    expectState.warns(booking.failure),
    expectState.offers(booking.submit),
    expectState.holds(/^Full Name/, 'Thandi Nkosi'),
  ],
  'fields-refused': [
    expectState.warns(booking.failure),
    expectState.faults(/^Phone/),
    expectState.faults(/^Preferred/),
  ],
  'too-often': [expectState.warns(/10 minutes/)],
  // The confirmation disappears after three seconds, so only the step that waits for the confirmation can check it.
  stored: [],
  'times-awaited': [expectState.says(availableTimesWords.instead.waiting), expectState.offers(booking.submit)],
  'times-not-known': [expectState.lacks(availableTimesWords.more), expectState.offers(booking.submit)],
  times: [
    expectState.says(/^2 of 5 left, next: \w{3} \d+ \w{3}, 09:00$/),
    expectState.says(availableTimesWords.pick),
    expectState.counts('button', /^\w{3} \d+ \w{3}, \d\d:\d\d$/, 6),
    expectState.offers(availableTimesWords.more),
    expectState.holds(availableTimesWords.zone, 'Africa/Johannesburg'),
  ],
  'one-time': [expectState.counts('button', /, 09:00$/, 1)],
  'more-times': [
    expectState.shows('tablist', availableTimesWords.days),
    expectState.shows('toolbar', /^Available times on/),
    expectState.holds(/^Preferred/, /T10:15$/),
  ],
  'week-of-first-time': [
    expectState.shows('toolbar', /^Available times on/),
    expectState.offers(availableTimesWords.earlier),
  ],
  'week-without': [expectState.says(availableTimesWords.noneThen), expectState.offers(availableTimesWords.later)],
  'other-zone': [expectState.says(booking.zoneNote('Dubai time')), expectState.holds(/^Preferred/, /T11:00$/)],
  'callers-named': [expectState.says(/Anna Meyer, Ben Okafor or a colleague will call you\.$/)],
  picked: [expectState.holds(/^Preferred/, /T09:00$/), expectState.offers(booking.submit)],
  'picked-held': [],
  'picked-available': [],
  'picked-unpicked': [],
  'picked-taken': [],
  'long-words': [expectState.offers(booking.submit)],
  'right-to-left': [expectState.holds(/^Full Name/, arabic)],
}
