import { Webhook } from 'standardwebhooks'
import { receiverForTest } from '#server/features/webhooks/testing.ts'
import { message } from '#server/lib/db/visitor-rows.ts'
import { isAccessible } from './axe.ts'
import { clientOf, colleague, openDesk } from './desk.ts'
import { expect, test } from './test.ts'

// The receiver is on this machine, which the server calls only if the operator allows it.
test.use({ settings: { WEBHOOK_PRIVATE_ADDRESSES: 'on' } })

test('an owner adds a webhook, tries it, and what arrives is told, signed and shown', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 400 .*webhooks/)
  const receiver = await receiverForTest()
  const owner = await colleague({ folder, url: server.url }, 'owner', 'Olga')
  await openDesk(page, server.url, owner, '/settings')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('ftp://example.com')
  await page.getByRole('button', { name: 'Add it' }).click()
  await expect(page.getByRole('alert')).toContainText('This is no address of the web')
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByLabel('Name (optional)').fill('Our CRM')
  await page.getByLabel('A call is cancelled').uncheck()
  await page.getByRole('button', { name: 'Add it' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await isAccessible(page)
  await page.getByRole('button', { name: 'I have it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const card = page.getByRole('listitem').filter({ hasText: receiver.url })
  await card.getByRole('button', { name: 'Send a test' }).click()
  await expect(card).toContainText('The test arrived. Answered 204.')
  receiver.answer = (reply) => void reply.writeHead(500).end()
  await clientOf(server.url)
    .from('contact_messages')
    .insert(message({ name: 'Grace Hopper' }))
  await expect(card.getByText('Answered 500.', { exact: false })).toBeVisible({ timeout: 20_000 })
  receiver.answer = (reply) => void reply.writeHead(200).end()
  await card.getByRole('button', { name: /^Try now/ }).click()
  await expect(card.getByText('Delivered')).toBeVisible({ timeout: 20_000 })
  const events = receiver.received.map(({ body, headers }) => ({
    id: headers['webhook-id'],
    event: new Webhook(secret).verify(body, headers as Record<string, string>),
  }))
  expect(events).toMatchObject([
    { event: { type: 'webhook.test' } },
    { event: { type: 'message.created', data: { name: 'Grace Hopper' } } },
    { id: events[1]?.id, event: { type: 'message.created' } },
  ])
  await isAccessible(page)

  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await receiver.close()
})
