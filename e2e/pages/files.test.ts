import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { afterAll, describe, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { documents } from '#content/documents.ts'
import { packIds, packSize, pictureSizes, previewPageCount } from '#content/packs.ts'
import { packContents, successKit } from '#content/success-kit.ts'
import { viewIds } from '#content/views.ts'
import { readingTime } from '#makers/packs/document-text.ts'
import { readPacks } from '#makers/packs/read-packs.ts'
import { addressOf, builtSite, publicUrl, wordsIn } from './built-site.ts'

const site = await builtSite()
afterAll(() => site.close())
const { ask, open, pages } = site
const packs = readPacks()

const metaOf = (page: Document, name: string) =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? ''

describe('link preview', () => {
  it('shows a different picture for each view, and each picture has an empty margin', async () => {
    const pictures = new Set<string>()
    for (const view of viewIds) {
      const page = pages[view]
      const source = metaOf(page, 'og:image')
      expect(source, view).toMatch(new RegExp(`^${publicUrl}/assets/share-${view}-[\\da-f]{6}\\.png$`))
      pictures.add(source)
      const alt = metaOf(page, 'og:image:alt')
      expect(alt.length, view).toBeGreaterThan(30)
      expect(metaOf(page, 'twitter:image:alt')).toBe(alt)
      expect(metaOf(page, 'twitter:card')).toBe('summary_large_image')
      expect([metaOf(page, 'og:image:width'), metaOf(page, 'og:image:height')]).toEqual(['1200', '630'])

      const answer = await ask(source.slice(publicUrl.length))
      expect(answer.headers['content-type']).toBe('image/png')
      expect(answer.headers['cache-control']).toContain('immutable')
      expect(answer.rawPayload.length, view).toBeLessThan(120_000)
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([1200, 630])
      // The picture has an empty margin: its outermost 40 pixels have one color.
      const { width, height, channels } = info
      const corner = data.subarray(0, channels)
      const isPlain = (left: number, top: number) =>
        data.subarray((top * width + left) * channels, (top * width + left + 1) * channels).equals(corner)
      const strange: string[] = []
      for (let top = 0; top < height; top++)
        for (let left = 0; left < width; left++) {
          const isMargin = top < 40 || top >= height - 40 || left < 40 || left >= width - 40
          if (isMargin && !isPlain(left, top)) strange.push(`${left}, ${top}`)
        }
      expect(strange, view).toEqual([])
    }
    expect(pictures.size).toBe(viewIds.length)
  })

  it('uses the home view’s picture for every document', async () => {
    for (const id of Object.keys(documents)) {
      const page = await open(`/${id}`)
      for (const name of ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'])
        expect(metaOf(page, name), `${name} of ${id}`).toBe(metaOf(pages.home, name))
    }
  })
})

it('lists each view and document in the sitemap', async () => {
  const map = (await ask('/sitemap.xml')).body
  for (const address of [...viewIds.map(addressOf), ...Object.keys(documents).map((id) => `/${id}`)])
    expect(map).toContain(`<loc>${publicUrl}${address}</loc>`)
})

it('includes only the organization’s name, URL and logo in the About view’s data for search engines', () => {
  const data = pages.about.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  const { logo, ...told } = JSON.parse(data) as { logo: string }
  expect(logo).toMatch(new RegExp(`^${publicUrl}/assets/icon-512-`))
  expect(told).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: brand.name,
    url: `${publicUrl}/`,
  })
})

it('serves the web app manifest, and each icon at the size that the manifest states', async () => {
  const hrefOf = (rel: string) => pages.home.querySelector(`link[rel="${rel}"]`)?.getAttribute('href') ?? ''
  const answer = await ask(hrefOf('manifest'))
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const manifest = answer.json<{ icons: { src: string; sizes: string; purpose: string }[] }>()
  expect(manifest).toMatchObject({ start_url: '/', display: 'minimal-ui' })
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  // Apple phones request their icon at this path.
  const touchIcon = { src: '/apple-touch-icon.png', sizes: '180x180' }
  for (const { src, sizes } of [...manifest.icons, touchIcon]) {
    const icon = await ask(src)
    expect([icon.statusCode, icon.headers['content-type']], src).toEqual([200, 'image/png'])
    const { width, height } = await sharp(icon.rawPayload).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  expect((await ask('/preview.png')).statusCode).toBe(404)
})

/** React writes the attribute as `srcSet`, like the DOM property, and this HTML parser is case-sensitive. */
const sizesOf = (picture: Element) => picture.getAttribute('srcset') ?? picture.getAttribute('srcSet') ?? ''

describe('pictures of pages', () => {
  it('exist in each size for every previewed page of the packs, and for no other page', async () => {
    const shown = packs.flatMap(({ id, examples }) => [`${id}-guide`, ...examples.map(({ file }) => `${id}-${file}`)])
    expect(shown.length).toBeGreaterThan(packIds.length)
    const wanted = shown.flatMap((document) =>
      Array.from({ length: previewPageCount }, (_, index) =>
        Object.values(pictureSizes).map(({ width }) => `${document}-${index + 1}-${width}-`),
      ).flat(),
    )
    const files = (await readdir('dist/site/assets')).filter((name) => name.endsWith('.webp'))
    expect(files.map((name) => name.replace(/[\da-f]{8}\.webp$/, '')).sort()).toEqual(wanted.sort())
  })

  it.each(viewIds)(
    'are cached forever in the %s view, and have alternative text and the specified sizes',
    async (view) => {
      const pictures = [...pages[view].querySelectorAll('img')].filter((one) => sizesOf(one))
      expect(pictures.length).toBeGreaterThanOrEqual(view === 'success-kit' ? successKit.resources.length : 0)
      for (const picture of pictures) {
        const attribute = (name: string) => picture.getAttribute(name) ?? ''
        const [src, width, height] = ['src', 'width', 'height'].map(attribute)
        const files = sizesOf(picture)
          .split(', ')
          .map((one) => one.split(' '))
        expect(attribute('alt'), src).toMatch(/\w{3}/)
        expect(files[0]).toEqual([src, `${width}w`])
        expect(files.length).toBeGreaterThan(1)
        for (const [path = '', says] of files) {
          const answer = await ask(path)
          expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 200, 'image/webp'])
          expect(answer.headers['cache-control']).toContain('immutable')
          const size = await sharp(answer.rawPayload).metadata()
          expect(`${size.width}w`).toBe(says)
          // The space reserved on the page has the picture's proportions.
          const ratio = Number(width) / Number(height)
          expect(Math.abs(size.width / size.height - ratio)).toBeLessThan(0.001)
        }
      }
    },
  )
})

describe.each(successKit.resources)('card for the pack $title', ({ id, title, downloadSize }) => {
  const card = [...pages['success-kit'].querySelectorAll('li')].find(
    (one) => one.querySelector('h3')?.textContent === title,
  )

  it('links to the pack, and states the correct size, reading time and number of files', async () => {
    const address = `/packs/${id}.zip`
    const answer = await ask(address)
    const everywhere = viewIds.flatMap((view) => [...pages[view].querySelectorAll(`a[href="${address}"]`)])
    expect(everywhere.length).toBeGreaterThan(0)
    for (const link of everywhere) expect(wordsIn(link)).toContain(packSize(answer.rawPayload.length).toLowerCase())
    expect(answer.headers['content-disposition']).toContain(`${brand.name}-${title.replaceAll(' ', '-')}.zip`)
    const bytes = answer.rawPayload
    expect(bytes.length).toBeLessThanOrEqual(Number.parseFloat(downloadSize) * 1_000_000)
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    const pack = packs.find((one) => one.id === id)
    if (!pack) throw new Error(`pack does not exist: ${id}`)
    const { guide, documents: others } = readingTime(pack)
    const { reading } = successKit
    const files = unzipSync(bytes)
    const count = (ending: string) => Object.keys(files).filter((name) => name.endsWith(ending)).length
    const { numPages } = await getDocumentProxy(files[`${pack.guide.file}.pdf`] as Uint8Array)
    const said = wordsIn(card ?? null)
    for (const words of [
      successKit.sizeLabel(packSize(bytes.length), downloadSize),
      `${reading.minutes(guide)} ${reading.ofGuide(numPages)}`,
      packContents(others, count('.docx'), count('.xlsx'), count('.pdf') - 1),
    ])
      expect(said).toContain(words.toLowerCase())
  })

  it('links to a picture of the pack’s first page', async () => {
    const href = card?.querySelector('a[href$=".webp"]')?.getAttribute('href') ?? ''
    const { width } = await sharp((await ask(href)).rawPayload).metadata()
    expect(width).toBe(pictureSizes.large.width)
  })
})

describe('the built site', () => {
  const bytes = async (address: string, encoding: string) => {
    const answer = await ask(address, { 'accept-encoding': encoding })
    expect([address, answer.statusCode, answer.headers['content-encoding']]).toEqual([address, 200, encoding])
    return answer.rawPayload.length
  }
  const assets = readdirSync('dist/site/assets')
  const tracker = `/assets/${assets.find((name) => /^interactions-(?!errors).*\.js$/.test(name))}`

  it.each(viewIds)('keeps the compressed %s view, including its styles, within 14,000 bytes', async (view) => {
    expect(await bytes(addressOf(view), 'br')).toBeLessThanOrEqual(14_000)
  })

  it('keeps the display font within 40,000 bytes', async () => {
    const [font] = assets.filter((name) => name.endsWith('.woff2'))
    expect((await ask(`/assets/${font}`)).rawPayload.length).toBeLessThanOrEqual(40_000)
  })

  it('avoids file names that ad blockers block', () => {
    expect(assets.filter((name) => /track|analytic|beacon/.test(name))).toEqual([])
  })

  it('keeps the compressed home page and the compressed tracker within their size limits', async () => {
    expect(await bytes('/', 'gzip')).toBeLessThanOrEqual(14_000)
    expect(await bytes(tracker, 'br')).toBeLessThanOrEqual(2500)
  })
})
