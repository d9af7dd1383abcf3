import { dialogOf, heroButton } from '#e2e/booking.ts'
import { scrolled } from '#e2e/scrolling.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Headless browsers hide scrollbars, which take up space on laptops.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
})

test('opens a dialog without a layout shift, and keeps the mouse wheel from scrolling the page behind the dialog', async ({
  page,
}) => {
  await visit(page)
  const widths = () => page.evaluate(() => [innerWidth, document.documentElement.clientWidth])
  const [whole = 0, room = 0] = await widths()
  expect(room, 'the scrollbar takes up space').toBeLessThan(whole)
  const places = () =>
    page.evaluate(() =>
      ['h1', 'header', 'main', 'footer'].map((name) => {
        const { left, width } = document.querySelector(name)?.getBoundingClientRect() ?? {}
        return [name, left, width]
      }),
    )
  const before = await places()
  await heroButton(page).click()
  await expect(dialogOf(page)).toBeVisible()
  expect(await places()).toEqual(before)
  const at = await scrolled(page)
  await page.mouse.move(720, 450)
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 900)
  // Any scrolling would be visible by the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await scrolled(page)).toBe(at)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  expect(await places()).toEqual(before)
})
