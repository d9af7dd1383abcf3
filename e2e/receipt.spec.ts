import { receipt as words } from '#content/booking-receipt.ts'
import { callPage } from '#content/visitor-call.ts'
import { bookToTheEnd, receiptOf } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { heading, visit } from './site.ts'
import { expect, phone, test } from './test.ts'

test.use({ viewport: phone.viewport })

test('it leads to the page of this call, and nobody else is told the way', async ({
  page,
  stored,
  server,
}) => {
  await page.clock.install()
  await visit(page)
  const session = await sessionOf(page)
  const { company } = await bookToTheEnd(page)
  const link = receiptOf(page).getByRole('link', { name: words.page.link })
  const key = (await link.getAttribute('href'))?.slice(-43) ?? ''
  expect(key).toMatch(/^[\w-]{43}$/)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.asked.title)
  await expect(page.getByText(company)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'home')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await stored.interactions(session)), 'the visit was told')
    .toContain('page_time_spent')
  expect(JSON.stringify(await stored.interactions(session))).not.toContain(key)
  expect(server.output).not.toContain(key)
})
