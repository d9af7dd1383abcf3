import { test } from '@playwright/test'
import { expect, PageFaults } from '#e2e/test.ts'
import { serveGallery } from '#rehearsals/gallery.ts'

let gallery: Awaited<ReturnType<typeof serveGallery>>
test.beforeAll(async () => {
  gallery = await serveGallery()
})
test.afterAll(() => gallery.close())

// The gallery has its answers with it, so no server of ours is started.
let faults: PageFaults
test.beforeEach(({ context }) => {
  faults = new PageFaults()
  faults.watch(context)
  // Answers that are refusals are part of many states; the browser writes a line for each.
  faults.expect(/Failed to load resource/)
})
test.afterEach(() => expect(faults.unexpected).toEqual([]))

test('the gallery lists its rooms, and shows the states of one in frames', async ({ page }) => {
  await page.goto(`${gallery.url}/gallery/site/contact?theme=dark&width=390`)
  const frame = page.frameLocator('iframe[title="site/contact empty"]')
  await expect(frame.getByRole('button', { name: 'Choose a time' })).toBeVisible()
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('link', { name: 'signal', exact: true }).click()
  await expect(page).toHaveURL(/\/gallery\/ui\/button\/signal\?theme=dark&width=390$/)
  await expect(page.locator('iframe')).toHaveCount(1)
})
