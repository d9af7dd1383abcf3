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
  pending,
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
const show = (change: SampleResponses = {}, ...steps: readonly StateStep[]) => ({
  draw,
  answers: { ...answers, ...change },
  steps,
})
const showTimes = (change: SampleResponses, ...steps: readonly StateStep[]) =>
  show({ ...withTimes, ...change }, ...steps)
/** The server's response about the selected time, and the text that the page then shows. */
const pickedThen = (outcome: SelectedSlot['outcome'], words: string, next: readonly string[] = []) =>
  showTimes({ 'rpc/picked_time': { outcome, next: [...next] } }, ...picked, ['press', booking.submit], ['see', words])
const lateTimes = { 'rpc/available_times': { ...told, times: freeTimes.slice(-16) } }
const moreTimes: readonly StateStep[] = [
  ['press', open],
  ['see', availableTimesWords.more],
  ['press', availableTimesWords.more],
]

export const states = {
  empty: show({}, ['press', open]),
  'free-calls-not-known': show({ 'rpc/remaining_calls_this_week': serverError }, ['press', open]),
  'next-time-alone': showTimes(
    { 'rpc/remaining_calls_this_week': { ...calls, taken: 0, remaining_calls: 5, left: 5 } },
    ...opened,
  ),
  'week-full': show(
    { 'rpc/remaining_calls_this_week': { capacity: 5, taken: 5, remaining_calls: 0, week: 'next', left: 4 } },
    ['press', open],
  ),
  filled: show({}, ...filled()),
  sending: show({ strategy_call_bookings: pending }, ...sent),
  failed: show({ strategy_call_bookings: serverError }, ...sent, ['see', booking.failure]),
  'fields-refused': show(
    {
      strategy_call_bookings: errorResponse(400, 'refused', {
        code: '23514',
        hint: 'phone is required; preferred_time must not be in the past',
      }),
    },
    ...sent,
    ['see', booking.failure],
  ),
  'too-often': show({ strategy_call_bookings: errorResponse(429, 'too often', { wait: 600 }) }, ...sent, [
    'see',
    booking.failure,
  ]),
  stored: show({}, ...sent, ['see', booking.confirmation.title]),
  'times-awaited': show({ 'rpc/available_times': pending }, ['press', open]),
  'times-not-known': show({ 'rpc/available_times': serverError }, ['press', open]),
  times: show(withTimes, ...opened),
  'one-time': showTimes({ 'rpc/available_times': { ...told, times: freeTimes.slice(0, 1) } }, ...opened),
  'more-times': show(
    withTimes,
    ...opened,
    ['press', availableTimesWords.more],
    ['press', formatShortDay(dayOf(3), hourCycleOf())],
    ['press', formatTimeOfDay('10:15', hourCycleOf())],
  ),
  'week-of-first-time': showTimes(lateTimes, ...moreTimes),
  'week-without': showTimes(
    lateTimes,
    ...moreTimes,
    ['press', availableTimesWords.earlier],
    ['see', availableTimesWords.noneThen],
  ),
  'other-zone': show(withTimes, ...opened, ['press', near(0)], ['fill', availableTimesWords.zone, 'Asia/Dubai']),
  // Host names that are known before the dialog opens appear next to the times.
  'callers-named': showTimes(
    { 'rpc/callers': { callers: [anna, ben], others: true } },
    ['press', open],
    ['see', availableTimesWords.more],
    ['press', booking.close],
    ['press', open],
    ['see', hostSentence({ callers: [anna, ben], others: true }) ?? ''],
  ),
  picked: show(withTimes, ...picked),
  'picked-held': pickedThen('held', booking.outcomes.held.text),
  'picked-available': pickedThen('available', booking.outcomes.available.text),
  'picked-unpicked': pickedThen('unpicked', booking.outcomes.unpicked.text),
  'picked-taken': pickedThen('taken', booking.outcomes.taken.title, freeTimes.slice(1, 7)),
  'long-words': show({}, ...filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(20) })),
  'right-to-left': show({}, ...filled({ name: arabic, company: arabic, message: arabic })),
} satisfies SiteStates

const { counts, faults, holds, lacks, offers, says, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  empty: [shows('dialog', booking.title), offers(booking.submit), says(/2 of 5/)],
  'free-calls-not-known': [says(booking.slotsClaim)],
  'next-time-alone': [says(/^Next available: \w{3} \d+ \w{3}, 09:00$/)],
  'week-full': [says(/4 of 5/)],
  filled: [holds(/^Full Name/, 'Thandi Nkosi'), offers(booking.submit)],
  sending: [shows('button', booking.submitting)],
  failed: [warns(booking.failure), offers(booking.submit), holds(/^Full Name/, 'Thandi Nkosi')],
  'fields-refused': [warns(booking.failure), faults(/^Phone/), faults(/^Preferred/)],
  'too-often': [warns(/10 minutes/)],
  // The confirmation disappears after three seconds, so only the step that waits for the confirmation can check it.
  stored: [],
  'times-awaited': [says(availableTimesWords.instead.waiting), offers(booking.submit)],
  'times-not-known': [lacks(availableTimesWords.more), offers(booking.submit)],
  times: [
    says(/^2 of 5 left, next: \w{3} \d+ \w{3}, 09:00$/),
    says(availableTimesWords.pick),
    counts('button', /^\w{3} \d+ \w{3}, \d\d:\d\d$/, 6),
    offers(availableTimesWords.more),
    holds(availableTimesWords.zone, 'Africa/Johannesburg'),
  ],
  'one-time': [counts('button', /, 09:00$/, 1)],
  'more-times': [
    shows('tablist', availableTimesWords.days),
    shows('toolbar', /^Available times on/),
    holds(/^Preferred/, /T10:15$/),
  ],
  'week-of-first-time': [shows('toolbar', /^Available times on/), offers(availableTimesWords.earlier)],
  'week-without': [says(availableTimesWords.noneThen), offers(availableTimesWords.later)],
  'other-zone': [says(booking.zoneNote('Dubai time')), holds(/^Preferred/, /T11:00$/)],
  'callers-named': [says(/Anna Meyer, Ben Okafor or a colleague will call you\.$/)],
  picked: [holds(/^Preferred/, /T09:00$/), offers(booking.submit)],
  'picked-held': [],
  'picked-available': [],
  'picked-unpicked': [],
  'picked-taken': [],
  'long-words': [offers(booking.submit)],
  'right-to-left': [holds(/^Full Name/, arabic)],
}
