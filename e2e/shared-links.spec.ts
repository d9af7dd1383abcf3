import type { APIRequestContext, Page } from '@playwright/test'
import { documents } from '#content/documents.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { addressOf } from './site.ts'
import { expect, test } from './test.ts'

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1]

const pageOf = async (request: APIRequestContext, view: ViewId) => (await request.get(addressOf(view))).text()

/** The size of a picture, and whether its outermost pixels are all of one colour: nothing runs off its edge. */
const look = (page: Page, source: string) =>
  page.evaluate(async (src) => {
    const picture = Object.assign(new Image(), { src })
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(picture, 0, 0)
    const margin = 40
    const areas: [number, number, number, number][] = [
      [0, 0, width, margin],
      [0, height - margin, width, margin],
      [0, 0, margin, height],
      [width - margin, 0, margin, height],
    ]
    const colours = areas.flatMap((area) => {
      const { data } = drawing?.getImageData(...area) ?? { data: [] }
      return Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 4).join())
    })
    return { width, height, colours: new Set(colours).size }
  }, source)

test('each view has a picture of its own for who shares it, whole within its edges', async ({
  page,
  request,
  server,
}) => {
  await page.goto('/')
  const pictures = new Set<string>()
  for (const view of viewIds) {
    const html = await pageOf(request, view)
    const source = contentOf(html, 'og:image') ?? ''
    expect(source, view).toMatch(new RegExp(`^${server.url}/assets/share-${view}-[\\da-f]{6}\\.png$`))
    pictures.add(source)
    const alt = contentOf(html, 'og:image:alt') ?? ''
    expect(alt.length, view).toBeGreaterThan(30)
    expect(contentOf(html, 'twitter:image:alt')).toBe(alt)
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image')

    const answer = await request.get(source)
    expect(answer.headers()['content-type']).toBe('image/png')
    expect(answer.headers()['cache-control']).toContain('immutable')
    expect((await answer.body()).length, view).toBeLessThan(120_000)
    expect(await look(page, source), view).toEqual({ width: 1200, height: 630, colours: 1 })
    expect([contentOf(html, 'og:image:width'), contentOf(html, 'og:image:height')]).toEqual(['1200', '630'])
  }
  expect(pictures.size).toBe(viewIds.length)
})

test('a document is shown with the picture of home, and is in the sitemap', async ({ request, server }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  const home = contentOf(await pageOf(request, 'home'), 'og:image')
  for (const id of Object.keys(documents)) {
    const html = await (await request.get(`/${id}`)).text()
    expect(/property="og:image" content="([^"]*)"/.exec(html)?.[1], id).toBe(home)
    expect(map).toMatch(new RegExp(`<loc>${server.url}/${id}</loc><lastmod>20\\d\\d-\\d\\d-\\d\\d</lastmod>`))
  }
})

test('data for search engines is read by machines alone', async ({ page }) => {
  for (const view of ['about', 'services', 'contact'] as const) {
    await page.goto(addressOf(view))
    const data = page.locator('script[type="application/ld+json"]')
    const things = JSON.parse((await data.textContent()) ?? '') as object
    expect(things).toMatchObject({ '@context': 'https://schema.org' })
    expect(JSON.stringify(things)).not.toContain('__PUBLIC_URL__')
  }
})

test('the manifest and every icon it names are there, in the sizes that it says', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const html = await pageOf(request, 'home')
  const link = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? ''
  const answer = await request.get(link)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([
    200,
    'application/manifest+json; charset=utf-8',
  ])
  const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ start_url: '/', display: 'minimal-ui' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const touch = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(html)?.[1] ?? ''
  for (const { src, sizes } of [...manifest.icons, { src: touch, sizes: '180x180' }]) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, 'image/png'])
    const { width, height } = await look(page, src)
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  expect((await request.get('/preview.png')).status()).toBe(404)
})

test('the sitemap says of each view since when its words are what they are', async ({ request, server }) => {
  const map = await (await request.get('/sitemap.xml')).text()
  for (const view of viewIds) {
    const entry = map.split('<url>').find((url) => url.includes(`<loc>${server.url}${addressOf(view)}</loc>`))
    // The words of a view were changed: `npm run dates` writes down when.
    expect(entry, `${view} has words that nobody has dated: npm run dates`).toMatch(
      /<lastmod>20\d\d-\d\d-\d\d<\/lastmod>/,
    )
  }
})
