import { booking } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { faults, holds, offers, says, shows, warns } from '#gallery/looks-testing.ts'
import { seeStates } from '#gallery/testing.ts'
import { arabic } from '#ui/sample-words.ts'
import type { states } from './booking.states.tsx'

seeStates<typeof states>('site/booking', {
  empty: [shows('dialog', booking.title), offers(booking.submit), says(/2 of 5/)],
  'free-calls-not-known': [says(booking.slotsClaim)],
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
  'long-words': [offers(booking.submit)],
  'right-to-left': [holds(/^Full Name/, arabic)],
})
