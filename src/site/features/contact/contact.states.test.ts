import { contact } from '#content/contact.ts'
import { faults, heading, holds, offers, shows, warns } from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import { arabic } from '#ui/drawn-state.ts'
import type { states } from './contact.states.tsx'

seeStates<typeof states>('site/contact', {
  empty: [offers(contact.form.submit)],
  filled: [holds(/^Full Name/, 'Aroha Ngata')],
  sending: [shows('button', contact.form.submitting)],
  failed: [warns(contact.form.failure), holds(/^Full Name/, 'Aroha Ngata')],
  'no-connection': [warns(contact.form.failure), offers(contact.form.submit)],
  'field-refused': [warns(contact.form.failure), faults(/^Email/)],
  'too-often': [warns(/10 minutes/)],
  sent: [heading(contact.form.sent.title), offers(contact.form.sent.again)],
  'long-words': [offers(contact.form.submit)],
  'right-to-left': [holds(/^Full Name/, arabic)],
})
