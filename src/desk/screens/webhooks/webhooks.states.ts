import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { arabicName, asAgent, hoursAgo, letter, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { WebhookRow } from '#shared/contract/webhooks.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

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
  'with-project': { at, answers: { webhooks: [] }, isBesideProject: true },
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
      ['press', 'Add webhook'],
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
      ['press', 'Create new secret'],
      ['see', 'Shown only now'],
    ],
  },
  'test-rejected': {
    at,
    answers: { ...one, 'webhooks/test': { isTaken: false, says: 'It answered 404 Not Found.' } },
    steps: [
      ['press', 'Send a test'],
      ['see', 'was rejected'],
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

export const looks: Looks<typeof states> = {
  list: [
    see.heading('Webhooks'),
    ...['Active', 'Failing', 'Stopped', 'Paused'].map((word) => see.says(word)),
    see.says(/no longer exists \(410\)/),
    see.says(/The receiver accepted nothing for five days/),
    see.says(/The old one works until/),
    see.offers(/^Retry: A call is requested/),
    see.offers(/^Retry now/),
  ],
  loading: [see.heading('Webhooks'), see.waits('Loading')],
  empty: [see.heading('No webhooks yet'), see.offers('Add a webhook')],
  'with-project': [see.heading('No webhooks yet'), see.says(/set up Database Webhooks in the settings/)],
  error: [see.warns('The webhooks could not be loaded'), see.offers('Try again')],
  'not-an-owner': [see.heading('Only owners can see this')],
  'nothing-sent': [see.says('Nothing sent yet.'), see.offers('Send a test')],
  adding: [see.shows('dialog', 'Add a webhook'), see.counts('checkbox', /./, 10), see.offers('Add webhook')],
  'address-refused': [see.warns('must begin with https://'), see.holds('Address', 'http://crm.example')],
  secret: [
    see.shows('dialog', 'Your signing secret'),
    see.says(/^whsec_/),
    see.offers('Copy secret'),
    see.offers('Done'),
  ],
  'test-rejected': [see.says('The test was rejected. It answered 404 Not Found.')],
  removing: [see.shows('dialog', 'Remove Our CRM?'), see.says(/This cannot be undone/), see.offers('Cancel')],
  'long-words': [see.heading(/^Donaudampf/)],
  'right-to-left': [see.isolates(arabicName)],
}
