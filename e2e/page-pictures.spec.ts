import { readdir } from 'node:fs/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { packIds } from '#content/pack-ids.ts'
import { pictureSizes, shownPages } from '#content/page-pictures.ts'
import { successKit } from '#content/success-kit.ts'
import { viewIds } from '#content/views.ts'
import { readPacks } from '#packs/read-packs.ts'
import { isAccessibleInBoth } from './axe.ts'
import { addressOf, visit } from './site.ts'
import { expect, test } from './test.ts'

const { peek, resources } = successKit
const [{ title }] = resources

const coverOf = (page: Page, name: string) =>
  page.getByRole('link', { name: `${peek.cover(name)} ${peek.open}`, exact: true })
const pagesOf = (page: Page, name: string = title) => page.getByRole('dialog', { name, exact: true })

/** Around a picture alone, Chromium puts a page of its own with a style that our policy refuses; the picture is seen. */
const pictureAlone = /Applying inline style.*\.webp/

/** Each file of a picture is there for ever, as large as the page says, and said in words. */
async function isTrue(picture: Locator, request: APIRequestContext): Promise<void> {
  const attribute = async (name: string) => String(await picture.getAttribute(name))
  const [src, width, height] = await Promise.all(['src', 'width', 'height'].map(attribute))
  const files = (await attribute('srcset')).split(', ').map((one) => one.split(' '))
  expect(await attribute('alt'), src).toMatch(/\w{3}/)
  expect(files[0]).toEqual([src, `${width}w`])
  expect(files.length).toBeGreaterThan(1)
  for (const [path = '', says] of files) {
    const answer = await request.get(path)
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, 'image/webp'])
    expect(answer.headers()['cache-control']).toContain('immutable')
    const size = await sharp(await answer.body()).metadata()
    expect(`${size.width}w`).toBe(says)
    // What the browser keeps free is the shape that comes.
    const ratio = Number(width) / Number(height)
    expect(Math.abs((size.width ?? 0) / (size.height ?? 1) - ratio)).toBeLessThan(0.001)
  }
}

test('every page that packs show is drawn in each size, and nothing else', async () => {
  const documents = readPacks().flatMap(({ id, examples }) => [
    `${id}-guide`,
    ...examples.map(({ file }) => `${id}-${file}`),
  ])
  expect(documents.length).toBeGreaterThan(packIds.length)
  const wanted = documents.flatMap((document) =>
    Array.from({ length: shownPages }, (_, index) =>
      Object.values(pictureSizes).map(({ width }) => `${document}-${index + 1}-${width}-`),
    ).flat(),
  )
  const files = (await readdir('dist/site/assets')).filter((name) => name.endsWith('.webp'))
  expect(files.map((name) => name.replace(/[\da-f]{8}\.webp$/, '')).sort()).toEqual(wanted.sort())
})

for (const view of viewIds) {
  test(`the pictures of ${view} are there, as large as it says, with words`, async ({ page, request }) => {
    await page.goto(addressOf(view))
    const pictures = await page.locator('img[srcset]').all()
    expect(pictures.length).toBeGreaterThanOrEqual(view === 'success-kit' ? resources.length : 0)
    for (const picture of pictures) await isTrue(picture, request)
  })
}

test('each pack is looked into by keyboard, and left by Escape', async ({ page, request }) => {
  await visit(page, 'success-kit')
  for (const { id, title: name } of resources) {
    const cover = coverOf(page, name)
    await cover.press('Enter')
    const dialog = pagesOf(page, name)
    const list = dialog.getByRole('list', { name })
    await expect(list).toBeFocused()
    const pictures = await dialog.getByRole('img').all()
    expect(pictures).toHaveLength(id === 'proposal-templates' ? 2 * shownPages : shownPages)
    for (const picture of pictures) await isTrue(picture, request)
    await page.keyboard.press('PageDown')
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(cover).toBeFocused()
  }
})

test('the pages are accessible, have their pack beside them, and go by a press beside them', async ({
  page,
}) => {
  await visit(page, 'success-kit')
  await coverOf(page, title).click()
  const dialog = pagesOf(page)
  await expect(dialog.getByRole('img').first()).toBeVisible()
  await isAccessibleInBoth(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: successKit.downloadLabel }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('Backline-Proposal-Template-Library.zip')
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await expect(coverOf(page, title)).toBeFocused()
})

test('pages that cannot be fetched leave the first one, as a picture', async ({ page, faults }) => {
  faults.expect(/peek-/)
  faults.expect(pictureAlone)
  await page.route('**/assets/peek-*.js', (route) => route.abort())
  await visit(page, 'success-kit')
  const address = (await coverOf(page, title).getAttribute('href')) ?? ''
  await coverOf(page, title).click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a cover leads to its page as a picture', async ({ page, faults }) => {
    faults.expect(pictureAlone)
    await page.goto(addressOf('success-kit'))
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().isNavigationRequest()),
      coverOf(page, title).click(),
    ])
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
    const { width } = await sharp(await (await page.request.get(answer.url())).body()).metadata()
    expect(width).toBe(pictureSizes.large.width)
  })
})
