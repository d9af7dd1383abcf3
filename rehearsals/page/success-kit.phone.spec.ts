import { successKit } from '#content/success-kit.ts'
import { visit } from '#e2e/site.ts'
import { expect, phone, test } from '#e2e/test.ts'

test.use(phone)

const { peek, resources } = successKit
const [, { title }] = resources

test('a thumb leafs through the pages sideways, each of which comes to rest whole', async ({ page }) => {
  await visit(page, 'success-kit')
  await page.getByRole('link', { name: `${peek.cover(title)} ${peek.open}`, exact: true }).tap()
  const pages = page.getByRole('dialog', { name: title, exact: true }).getByRole('listitem')
  await expect(pages.first()).toBeInViewport({ ratio: 0.99 })
  await expect(pages.nth(1)).not.toBeInViewport({ ratio: 0.5 })

  const box = await pages.first().boundingBox()
  const thumb = await page.context().newCDPSession(page)
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {}
  const at = (share: number) => [{ x: x + width * share, y: y + height / 2 }]
  await thumb.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.9) })
  for (let share = 0.8; share > 0.2; share -= 0.1)
    await thumb.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) })
  await thumb.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  // More than half of a page was drawn aside; the rest of the way it goes by itself.
  await expect(pages.nth(1)).toBeInViewport({ ratio: 0.99 })
  await expect(pages.first()).not.toBeInViewport({ ratio: 0.5 })
})
