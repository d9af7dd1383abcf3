import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, hoursAgo, letter, sampleId, unbreakable } from '#desk/lib/samples.ts'
import type { WebhookRow } from '#shared/contract/webhooks.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

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

const show = variantsOf({ at: '/settings/webhooks', answers: {} })

export const states = {
  list: show(all),
  loading: show({ webhooks: pending }),
  empty: show({ webhooks: [] }),
  'with-project': { ...show({ webhooks: [] }), isBesideProject: true },
  error: show({ webhooks: serverError }),
  'not-an-owner': show(asAgent),
  'nothing-sent': show({ webhooks: [hook(1)], outbox: [] }),
  adding: show({ webhooks: [] }, ['press', 'Add a webhook']),
  'address-refused': show(
    { webhooks: [], 'webhooks/secret': errorResponse(400, 'The address must start with https://.') },
    ['press', 'Add a webhook'],
    ['fill', 'Address', 'http://crm.example'],
    ['press', 'Add webhook'],
    ['see', 'must start with'],
  ),
  secret: show(
    { ...one, 'webhooks/secret': { id: sampleId(501), secret: `whsec_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}` } },
    ['press', 'New secret'],
    ['press', 'Create new secret'],
    ['see', 'This secret is shown only once'],
  ),
  'test-rejected': show(
    { ...one, 'webhooks/test': { isTaken: false, says: 'Response: 404 Not Found.' } },
    ['press', 'Send a test'],
    ['see', 'rejected the test'],
  ),
  removing: show(one, ['press', 'Remove']),
  'long-words': show({
    webhooks: [
      hook(1, {
        description: unbreakable,
        url: `https://${unbreakable.toLowerCase()}.example/${unbreakable}`,
      }),
    ],
    outbox: [sent(1, { state: 'failed', reason: unbreakable })],
  }),
  'right-to-left': show({ webhooks: [hook(1, { description: arabicName })], outbox: [] }, ['press', 'Remove']),
} satisfies DeskStates

const { counts, heading, holds, isolates, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  list: [
    heading('Webhooks'),
    ...['Active', 'Failing', 'Stopped', 'Paused'].map((word) => says(word)),
    says(/no longer exists \(410\)/),
    says(/The receiver has not accepted any events for five days/),
    says(/The old secret works until/),
    offers(/^Retry: A call is requested/),
    offers(/^Retry now/),
  ],
  loading: [heading('Webhooks'), waits('Loading')],
  empty: [heading('No webhooks yet'), offers('Add a webhook')],
  'with-project': [heading('No webhooks yet'), says(/set up Database Webhooks in the settings/)],
  error: [warns('The webhooks could not be loaded'), offers('Try again')],
  'not-an-owner': [heading('Only owners can see this page')],
  'nothing-sent': [says('Nothing sent yet.'), offers('Send a test')],
  adding: [shows('dialog', 'Add a webhook'), counts('checkbox', /./, 10), offers('Add webhook')],
  'address-refused': [warns('must start with https://'), holds('Address', 'http://crm.example')],
  secret: [shows('dialog', 'Your signing secret'), says(/^whsec_/), offers('Copy secret'), offers('Done')],
  'test-rejected': [says('The receiver rejected the test. Response: 404 Not Found.')],
  removing: [shows('dialog', 'Remove Our CRM?'), says(/This cannot be undone/), offers('Cancel')],
  'long-words': [heading(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
