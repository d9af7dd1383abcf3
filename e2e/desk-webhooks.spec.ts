import { Webhook } from 'standardwebhooks'
import { receiverForTest } from '#server/features/webhooks/testing.ts'
import { message } from '#server/lib/db/rows-testing.ts'
import { clientOf, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'

test('adds and tests a webhook, signs the webhook’s events, and shows each delivery', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(/status of 400 .*webhooks/)
  const receiver = await receiverForTest()
  await page.clock.install()
  await openDesk(page, at.url, anna, '/settings')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('ftp://example.com')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByRole('alert')).toContainText('This is not a web address')
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByLabel('Name (optional)').fill('Our CRM')
  await page.getByLabel('A call is cancelled').uncheck()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const card = page.getByRole('listitem').filter({ hasText: receiver.url })
  /** The page polls every five seconds according to its fake clock. */
  const comes = (text: string) =>
    expect
      .poll(async () => {
        await page.clock.fastForward(5000)
        return card.getByText(text).count()
      })
      .toBeGreaterThan(0)
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card).toContainText('The test arrived. The receiver responded with 204.')
  receiver.answer = (reply) => void reply.writeHead(500).end()
  await clientOf(at.url)
    .from('contact_messages')
    .insert(message({ name: 'Grace Hopper' }))
  await comes('The receiver responded with 500.')
  receiver.answer = (reply) => void reply.writeHead(200).end()
  await card.getByRole('button', { name: /^Retry now/ }).click()
  await comes('Delivered')
  const events = receiver.received.map(({ body, headers }) => ({
    id: headers['webhook-id'],
    event: new Webhook(secret).verify(body, headers as Record<string, string>),
  }))
  expect(events).toMatchObject([
    { event: { type: 'webhook.test' } },
    { event: { type: 'message.created', data: { name: 'Grace Hopper' } } },
    { id: events[1]?.id, event: { type: 'message.created' } },
  ])
  await looksRight(page)

  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await receiver.close()
})
