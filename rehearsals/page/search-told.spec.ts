import { services } from '#content/services.ts'
import { deedsOf, sessionOf } from '#e2e/interactions.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test('a search is told once typing rests, and never an address', async ({ page, stored }) => {
  await page.clock.install()
  await visit(page, 'services')
  const session = await sessionOf(page)
  const field = page.getByRole('searchbox', { name: services.search.label })
  const rest = () => page.clock.runFor(1100)
  await field.pressSequentially('test', { delay: 50 })
  await rest()
  // The same words with a trailing blank.
  await field.press('Space')
  await rest()
  await field.fill('thandi@partner.example')
  await rest()
  await field.fill('')
  await rest()
  await page.close({ runBeforeUnload: true })
  const searches = async () =>
    deedsOf(await stored.interactions(session)).filter(([type]) => type === 'search' || type === 'engagement')
  await expect.poll(async () => (await searches()).length).toBe(3)
  const [[, search] = []] = await searches()
  expect(search).toEqual({ place: 'services', query: 'test', results: expect.any(Number) })
})
