import { contact, messageFields } from '#content/contact.ts'
import {
  arabic,
  broken,
  type Looks,
  never,
  refused,
  type Step,
  see,
  unbreakable,
} from '#shared/lib/sample-states.ts'
import type { SiteStates } from '#site/lib/sample-answers.ts'
import { MessagePanel } from './message-panel.tsx'

const { failure, sent, submit } = contact.form
const draw = () => <MessagePanel />
const answers = { contact_messages: null }

const filled = (typed: Readonly<Record<string, string>> = {}): readonly Step[] =>
  messageFields.map(({ name, label, type, ...rest }): Step => {
    const [first] = 'options' in rest ? rest.options : []
    const usual =
      type === 'email' ? 'aroha@southern.example' : type === 'select' ? first?.value : 'Aroha Ngata'
    return ['fill', label, typed[name] ?? usual ?? '']
  })
const send: readonly Step[] = [...filled(), ['press', submit]]

export const states = {
  empty: { draw, answers },
  filled: { draw, answers, steps: filled() },
  sending: { draw, answers: { contact_messages: never }, steps: send },
  failed: { draw, answers: { contact_messages: broken }, steps: [...send, ['see', failure]] },
  'field-refused': {
    draw,
    answers: {
      contact_messages: refused(400, 'refused', { code: '23514', hint: 'email must be an address' }),
    },
    steps: [...send, ['see', failure]],
  },
  'too-often': {
    draw,
    answers: { contact_messages: refused(429, 'too often', { wait: 600 }) },
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

export const looks: Looks<typeof states> = {
  empty: [see.offers(contact.form.submit)],
  filled: [see.holds(/^Full Name/, 'Aroha Ngata')],
  sending: [see.shows('button', contact.form.submitting)],
  failed: [see.warns(contact.form.failure), see.holds(/^Full Name/, 'Aroha Ngata')],
  'field-refused': [see.warns(contact.form.failure), see.faults(/^Email/)],
  'too-often': [see.warns(/10 minutes/)],
  sent: [see.heading(contact.form.sent.title), see.offers(contact.form.sent.again)],
  'long-words': [see.offers(contact.form.submit)],
  'right-to-left': [see.holds(/^Full Name/, arabic)],
}
