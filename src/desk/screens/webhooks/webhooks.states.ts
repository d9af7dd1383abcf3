import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, letter, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { WebhookRow } from '#shared/contract/webhooks.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/settings/webhooks'
const hook = (number: number, change: Partial<WebhookRow> = {}): WebhookRow => ({
  id: sampleId(500 + number),
  created_at: hoursAgo(500),
  url: 'https://hooks.crm.example/incoming/visitors',
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
  loading: { at, answers: { webhooks: noResponse } },
  empty: { at, answers: { webhooks: [] } },
  'with-project': { at, answers: { webhooks: [] }, isBesideProject: true },
  error: { at, answers: { webhooks: serverError } },
  'not-an-owner': { at, answers: asAgent },
  'nothing-sent': { at, answers: { webhooks: [hook(1)], outbox: [] } },
  adding: { at, answers: { webhooks: [] }, steps: [['press', 'Add a webhook']] },
  'address-refused': {
    at,
    answers: { webhooks: [], 'webhooks/secret': errorResponse(400, 'The address must start with https://.') },
    steps: [
      ['press', 'Add a webhook'],
      ['fill', 'Address', 'http://crm.example'],
      ['press', 'Add webhook'],
      ['see', 'must start with'],
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
      ['see', 'This secret is shown only once'],
    ],
  },
  'test-rejected': {
    at,
    answers: { ...one, 'webhooks/test': { isTaken: false, says: 'Response: 404 Not Found.' } },
    steps: [
      ['press', 'Send a test'],
      ['see', 'rejected the test'],
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

export const looks: StateExpectations<typeof states> = {
  list: [
    expectState.heading('Webhooks'),
    ...['Active', 'Failing', 'Stopped', 'Paused'].map((word) => expectState.says(word)),
    expectState.says(/no longer exists \(410\)/),
    expectState.says(/The receiver has not accepted any events for five days/),
    expectState.says(/The old secret works until/),
    expectState.offers(/^Retry: A call is requested/),
    expectState.offers(/^Retry now/),
  ],
  loading: [expectState.heading('Webhooks'), expectState.waits('Loading')],
  empty: [expectState.heading('No webhooks yet'), expectState.offers('Add a webhook')],
  'with-project': [
    expectState.heading('No webhooks yet'),
    expectState.says(/set up Database Webhooks in the settings/),
  ],
  error: [expectState.warns('The webhooks could not be loaded'), expectState.offers('Try again')],
  'not-an-owner': [expectState.heading('Only owners can see this page')],
  'nothing-sent': [expectState.says('Nothing sent yet.'), expectState.offers('Send a test')],
  adding: [
    expectState.shows('dialog', 'Add a webhook'),
    expectState.counts('checkbox', /./, 10),
    expectState.offers('Add webhook'),
  ],
  'address-refused': [
    expectState.warns('must start with https://'),
    expectState.holds('Address', 'http://crm.example'),
  ],
  secret: [
    expectState.shows('dialog', 'Your signing secret'),
    expectState.says(/^whsec_/),
    expectState.offers('Copy secret'),
    expectState.offers('Done'),
  ],
  'test-rejected': [expectState.says('The receiver rejected the test. Response: 404 Not Found.')],
  removing: [
    expectState.shows('dialog', 'Remove Our CRM?'),
    expectState.says(/This cannot be undone/),
    expectState.offers('Cancel'),
  ],
  'long-words': [expectState.heading(/^Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
