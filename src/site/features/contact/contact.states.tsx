import { contact, messageFields } from '#content/contact.ts'
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
import type { SiteStates } from '#site/lib/sample-answers.ts'
import { MessagePanel } from './message-panel.tsx'

const { failure, sent, submit } = contact.form
const draw = () => <MessagePanel />
const answers = { contact_messages: null }

const filled = (typed: Readonly<Record<string, string>> = {}): readonly StateStep[] =>
  messageFields.map(({ name, label, type, ...rest }): StateStep => {
    const [first] = 'options' in rest ? rest.options : []
    const usual = type === 'email' ? 'aroha@southern.example' : type === 'select' ? first?.value : 'Aroha Ngata'
    return ['fill', label, typed[name] ?? usual ?? '']
  })
const send: readonly StateStep[] = [...filled(), ['press', submit]]

export const states = {
  empty: { draw, answers },
  filled: { draw, answers, steps: filled() },
  sending: { draw, answers: { contact_messages: noResponse }, steps: send },
  failed: { draw, answers: { contact_messages: serverError }, steps: [...send, ['see', failure]] },
  'field-refused': {
    draw,
    answers: {
      contact_messages: errorResponse(400, 'refused', { code: '23514', hint: 'email must be an address' }),
    },
    steps: [...send, ['see', failure]],
  },
  'too-often': {
    draw,
    answers: { contact_messages: errorResponse(429, 'too often', { wait: 600 }) },
    steps: [...send, ['see', failure]],
  },
  sent: { draw, answers, steps: [...send, ['see', sent.title]] },
  'long-words': {
    draw,
    answers,
    steps: filled({ name: unbreakable, company: unbreakable, message: unbreakable.repeat(10) }),
  },
  'right-to-left': { draw, answers, steps: filled({ name: arabic, company: arabic, message: arabic }) },
} satisfies SiteStates

export const looks: StateExpectations<typeof states> = {
  empty: [expectState.offers(contact.form.submit)],
  filled: [expectState.holds(/^Full Name/, 'Aroha Ngata')],
  sending: [expectState.shows('button', contact.form.submitting)],
  failed: [expectState.warns(contact.form.failure), expectState.holds(/^Full Name/, 'Aroha Ngata')],
  'field-refused': [expectState.warns(contact.form.failure), expectState.faults(/^Email/)],
  'too-often': [expectState.warns(/10 minutes/)],
  sent: [expectState.heading(contact.form.sent.title), expectState.offers(contact.form.sent.again)],
  'long-words': [expectState.offers(contact.form.submit)],
  'right-to-left': [expectState.holds(/^Full Name/, arabic)],
}
