import { receipt as words } from '#content/booking-receipt.ts'
import type { SelectedSlot } from '#shared/contract/desk-week.ts'
import { expectState, type StateExpectations } from '#shared/lib/sample-states.ts'
import type { SiteStates } from '#site/lib/sample-answers.ts'
import { BookingReceipt } from './booking-receipt.tsx'

const receipt = (
  page: string | null,
  outcome: SelectedSlot['outcome'] = 'requested',
  next: readonly string[] = [],
  caller: string | null = null,
  minutes = 30,
) => ({
  draw: () => (
    <BookingReceipt
      sent={{
        id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10',
        start: new Date(Date.UTC(2027, 0, 4, 14)),
        zone: 'Africa/Johannesburg',
        minutes,
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

/** Three slots on the day after tomorrow, the first at 09:15 local time. */
const otherTimes = [15, 30, 45].map((minute) => new Date(new Date().setHours(9 + 48, minute, 0, 0)).toISOString())

export const states = {
  'receipt-held': receipt('/?call=a-sample', 'held'),
  'receipt-available': receipt('/?call=a-sample', 'available'),
  'receipt-with-caller': receipt('/?call=a-sample', 'held', [], 'Anna Meyer'),
  'receipt-taken': receipt('/?call=a-sample', 'taken', otherTimes),
  'receipt-taken-alone': receipt('/?call=a-sample', 'taken'),
  receipt: receipt('/?call=a-sample'),
  'receipt-by-letter': receipt(null),
  'receipt-of-45-minutes': {
    ...receipt(null, 'requested', [], null, 45),
    steps: [['open', words.nextTitle]],
  },
} satisfies SiteStates

export const looks: StateExpectations<typeof states> = {
  receipt: [
    expectState.says('3F1C9A52'),
    expectState.shows('link', words.page.link),
    expectState.offers(words.dismiss),
  ],
  'receipt-by-letter': [expectState.says(words.page.byLetter)],
  'receipt-of-45-minutes': [expectState.says('We talk for 45 minutes and you leave with a plan.')],
  'receipt-held': [expectState.says(words.outcomes.held.state), expectState.offers(words.page.link)],
  'receipt-available': [expectState.says(words.outcomes.available.state), expectState.offers(words.page.link)],
  'receipt-with-caller': [expectState.says('Anna Meyer')],
  'receipt-taken': [
    expectState.says(words.outcomes.taken.state),
    expectState.says(/, 09:15$/),
    expectState.offers(words.outcomes.taken.link),
  ],
  'receipt-taken-alone': [expectState.says(words.outcomes.taken.alone)],
}
