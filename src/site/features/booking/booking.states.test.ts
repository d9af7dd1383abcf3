import { freeTimesWords } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import {
  counts,
  faults,
  heading,
  holds,
  lacks,
  offers,
  says,
  shows,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import { arabic } from '#ui/drawn-state.ts'
import type { states } from './booking.states.tsx'

seeStates<typeof states>('site/booking', {
  empty: [shows('dialog', booking.title), offers(booking.submit), says(/2 of 5/)],
  'free-calls-not-known': [says(booking.slotsClaim)],
  'next-time': [says(/^2 of 5 left, next: \w{3} \d+ \w{3}, 09:00$/)],
  'next-time-alone': [says(/^Next free time: \w{3} \d+ \w{3}, 09:00$/)],
  'week-full': [says(/4 of 5/)],
  filled: [holds(/^Full Name/, 'Thandi Nkosi'), offers(booking.submit)],
  sending: [shows('button', booking.submitting)],
  failed: [warns(booking.failure), offers(booking.submit), holds(/^Full Name/, 'Thandi Nkosi')],
  'no-connection': [warns(booking.failure), offers(booking.submit)],
  'fields-refused': [warns(booking.failure), faults(/^Phone/), faults(/^Preferred/)],
  'too-often': [warns(/10 minutes/)],
  // The confirmation disappears by itself, so only the step that waits for it can check it.
  stored: [],
  receipt: [says('3F1C9A52'), shows('link', receipt.page.link), offers(receipt.dismiss)],
  'receipt-by-letter': [says(receipt.page.byLetter)],
  'times-awaited': [says(freeTimesWords.instead.waiting), offers(booking.submit)],
  'times-not-known': [lacks(freeTimesWords.more), offers(booking.submit)],
  times: [
    says(freeTimesWords.pick),
    counts('button', /^\w{3} \d+ \w{3}, \d\d:\d\d$/, 6),
    offers(freeTimesWords.more),
    holds(freeTimesWords.zone, 'Africa/Johannesburg'),
  ],
  'one-time': [counts('button', /, 09:00$/, 1)],
  'more-times': [
    shows('tablist', freeTimesWords.days),
    shows('toolbar', /^Free times on/),
    holds(/^Preferred/, /T10:15$/),
  ],
  'week-of-first-time': [shows('toolbar', /^Free times on/), offers(freeTimesWords.earlier)],
  'week-without': [says(freeTimesWords.noneThen), offers(freeTimesWords.later)],
  'other-zone': [says(booking.zoneNote('Asia/Dubai')), holds(/^Preferred/, /T11:00$/)],
  'callers-named': [says(/Anna Meyer, Ben Okafor or a colleague will call you\.$/)],
  picked: [holds(/^Preferred/, /T09:00$/), offers(booking.submit)],
  'picked-held': [],
  'picked-unproven': [],
  'picked-unpicked': [],
  'picked-confirmed': [],
  'picked-taken': [],
  'receipt-held': [says(receipt.outcomes.held.state), offers(receipt.page.link)],
  'receipt-unproven': [says(receipt.outcomes.unproven.state), offers(receipt.page.link)],
  'receipt-confirmed': [
    heading(receipt.outcomes.confirmed.title),
    says('Anna Meyer'),
    offers(receipt.outcomes.confirmed.link),
  ],
  'receipt-taken': [
    says(receipt.outcomes.taken.state),
    says(/, 09:15$/),
    offers(receipt.outcomes.taken.link),
  ],
  'receipt-taken-alone': [says(receipt.outcomes.taken.alone)],
  'long-words': [offers(booking.submit)],
  'right-to-left': [holds(/^Full Name/, arabic)],
})
