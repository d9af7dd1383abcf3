import { contact, messageFields } from '#content/contact.ts'
import {
  arabic,
  errorResponse,
  expectState,
  pending,
  type SampleFailure,
  type StateExpectations,
  type StateStep,
  serverError,
  unbreakable,
} from '#shared/lib/sample-states.ts'
import type { SiteStates } from '#site/lib/sample-answers.ts'
import { MessagePanel } from './message-panel.tsx'

const { failure, sent, submit } = contact.form
const draw = () => <MessagePanel />

const filled = (typed: Readonly<Record<string, string>> = {}): readonly StateStep[] =>
  messageFields.map(({ name, label, type, ...rest }): StateStep => {
    const [first] = 'options' in rest ? rest.options : []
    const usual = type === 'email' ? 'aroha@southern.example' : type === 'select' ? first?.value : 'Aroha Ngata'
    return ['fill', label, typed[name] ?? usual ?? '']
  })
const send: readonly StateStep[] = [...filled(), ['press', submit]]

const show = (contact_messages: SampleFailure | null, ...steps: readonly StateStep[]) => ({
  draw,
  answers: { contact_messages },
  steps,
})

export const states = {
  empty: show(null),
  filled: show(null, ...filled()),
  sending: show(pending, ...send),
  failed: show(serverError, ...send, ['see', failure]),
  'field-refused': show(errorResponse(400, 'refused', { code: '23514', hint: 'email must be an address' }), ...send, [
    'see',
    failure,
  ]),
  'too-often': show(errorResponse(429, 'too often', { wait: 600 }), ...send, ['see', failure]),
  sent: show(null, ...send, ['see', sent.title]),
  'long-words': show(null, ...filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(10) })),
  'right-to-left': show(null, ...filled({ name: arabic, company: arabic, message: arabic })),
} satisfies SiteStates

const { faults, heading, holds, offers, shows, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  empty: [offers(contact.form.submit)],
  filled: [holds(/^Full Name/, 'Aroha Ngata')],
  sending: [shows('button', contact.form.submitting)],
  failed: [warns(contact.form.failure), holds(/^Full Name/, 'Aroha Ngata')],
  'field-refused': [warns(contact.form.failure), faults(/^Email/)],
  'too-often': [warns(/10 minutes/)],
  sent: [heading(contact.form.sent.title), offers(contact.form.sent.again)],
  'long-words': [offers(contact.form.submit)],
  'right-to-left': [holds(/^Full Name/, arabic)],
}
