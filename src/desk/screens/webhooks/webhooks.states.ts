import type { DeskStates } from '#desk/lib/answers.ts'
import { arabicName, asAgent, hoursAgo, letter, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { WebhookRow } from '#shared/contract/webhooks.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

const at = '/settings/webhooks'
const hook = (number: number, change: Partial<WebhookRow> = {}): WebhookRow => ({
  id: sampleId(500 + number),
  created_at: hoursAgo(500),
  url: 'https://hooks.crm.example/incoming/backline',
  description: 'Our CRM',
  events: ['booking.created', 'message.created'],
  is_active: true,
  stopped_because: null,
  failing_since: null,
  previous_until: null,
  ...change,
})
const sent = (number: number, change = {}) =>
  letter(number, { channel: 'webhook', kind: 'booking.created', sent_as: null, ...change })
const deliveries = [
  sent(1),
  sent(2, {
    state: 'waiting',
    attempts: 3,
    reason: '503 Service Unavailable',
    due_at: hoursAgo(-0.5),
    settled_at: null,
  }),
  sent(3, { state: 'failed', attempts: 12, reason: '404 Not Found' }),
]
const all = {
  webhooks: [
    hook(1),
    hook(2, { description: null, failing_since: hoursAgo(3), url: 'https://chat.example/hook' }),
    hook(3, { description: 'Old automation', is_active: false, stopped_because: 'gone' }),
    hook(4, { description: 'Reports', is_active: false, stopped_because: 'failing' }),
    hook(5, { description: 'Paused one', is_active: false, previous_until: hoursAgo(-20) }),
  ],
  outbox: deliveries,
}
const one = { webhooks: [hook(1)], outbox: deliveries }

export const states = {
  list: { at, answers: all },
  loading: { at, answers: { webhooks: never } },
  empty: { at, answers: { webhooks: [] } },
  'beside-a-project': { at, answers: { webhooks: [] }, isBesideProject: true },
  error: { at, answers: { webhooks: broken } },
  'not-an-owner': { at, answers: asAgent },
  'nothing-sent': { at, answers: { webhooks: [hook(1)], outbox: [] } },
  adding: { at, answers: { webhooks: [] }, steps: [['press', 'Add a webhook']] },
  'address-refused': {
    at,
    answers: { webhooks: [], 'webhooks/secret': refused(400, 'url: must begin with https://') },
    steps: [
      ['press', 'Add a webhook'],
      ['fill', 'Address', 'http://crm.example'],
      ['press', 'Add it'],
      ['see', 'must begin with'],
    ],
  },
  secret: {
    at,
    answers: {
      ...one,
      'webhooks/secret': { id: sampleId(501), secret: `whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}` },
    },
    steps: [
      ['press', 'New secret'],
      ['press', 'Make a new secret'],
      ['see', 'shown this once'],
    ],
  },
  'test-not-taken': {
    at,
    answers: { ...one, 'webhooks/test': { isTaken: false, says: 'It answered 404 Not Found.' } },
    steps: [
      ['press', 'Send a test'],
      ['see', 'was not taken'],
    ],
  },
  removing: { at, answers: one, steps: [['press', 'Remove']] },
  'long-words': {
    at,
    answers: {
      webhooks: [
        hook(1, {
          description: unbreakable,
          url: `https://${unbreakable.toLowerCase()}.example/${unbreakable}`,
        }),
      ],
      outbox: [sent(1, { state: 'failed', reason: unbreakable })],
    },
  },
  'right-to-left': {
    at,
    answers: { webhooks: [hook(1, { description: arabicName })], outbox: [] },
    steps: [['press', 'Remove']],
  },
} satisfies DeskStates
