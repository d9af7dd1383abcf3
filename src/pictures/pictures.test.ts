import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyEdits } from '#content/tree.ts'
import packFacts from '#made/pack-facts.json'
import builtPictures from '#made/pictures.json'
import { checkSignal, ink, papers } from '#shared/lib/color.ts'
import { drawWithFonts } from './draw.ts'
import { drawIcon, ownLook, type Picture } from './look.ts'
import { drawPictures } from './pictures.ts'
import { renderPictures } from './render.ts'
import { drawSharePicture } from './timetables.ts'

const fonts = 'made/fonts'
const drawing =
  '<svg width="300" height="100" xmlns="http://www.w3.org/2000/svg"><path fill="#0b4a8f" d="M0 0H300V100H0z"/></svg>'
const logos: Picture[] = [
  { type: 'image/svg+xml', content: Buffer.from(drawing) },
  { type: 'image/png', content: await sharp(Buffer.from(drawing)).png().toBuffer() },
]

/** The color of a pixel, at fractions of the picture's width and height. */
async function colorAt(picture: Buffer | undefined, [x, y]: readonly [number, number]): Promise<string> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return `#${data.subarray(at, at + 3).toString('hex')}`
}

const fileOf = (files: ReadonlyMap<string, Buffer>, name: string) =>
  [...files].find(([path]) => path.includes(name))?.[1]

beforeEach(() => applyEdits({}))
afterEach(() => applyEdits({}))

describe("the site's own look", () => {
  it('is drawn as the files in made/ and the icon in public/', () => {
    const { files, ...pictures } = drawPictures(ownLook, packFacts, drawWithFonts(fonts))
    expect(pictures).toEqual(builtPictures)
    expect(files.size).toBe(13)
    for (const [path, bytes] of files) expect(bytes.equals(readFileSync(join('made/site', path))), path).toBe(true)
    expect(drawIcon(ownLook)).toBe(readFileSync('public/favicon.svg', 'utf8').trimEnd())
  })

  it('needs no drawing', () => {
    expect(renderPictures(null, '')).toMatchObject({ files: new Map(), share: builtPictures.share })
  })
})

describe("an owner's pictures", () => {
  it('show the signal color, and a dark one on a light icon', async () => {
    applyEdits({ 'look.signal': '#0b4a8f' })
    const { files, share, icons } = renderPictures(null, fonts)
    expect([...files.keys()].sort()).toEqual(
      [...Object.values(share), ...icons.map(({ src }) => src), '/apple-touch-icon.png', '/favicon.svg'].sort(),
    )
    expect(share).not.toMatchObject(builtPictures.share)
    expect(await colorAt(files.get(share.contact), [0.949, 0.9])).toBe('#0b4a8f')
    for (const place of [
      [0.5, 0.73],
      [0.5, 0.9],
    ] as const)
      expect(await colorAt(fileOf(files, 'icon-512'), place)).toBe(place[1] === 0.9 ? '#f7f4ec' : '#0b4a8f')
  })

  it.each(logos)('show a logo of type $type in the middle of icons, and next to the name', async (logo) => {
    const { files, share } = renderPictures(logo, fonts)
    expect(await colorAt(files.get(share.home), [0.1, 0.11])).toBe('#0b4a8f')
    for (const name of ['icon-192', 'icon-maskable', 'apple-touch-icon', 'favicon']) {
      expect(await colorAt(fileOf(files, name), [0.5, 0.5]), name).toBe('#0b4a8f')
      // A mask may remove everything outside a circle.
      expect(await colorAt(fileOf(files, name), [0.5, 0.2]), name).toBe('#f7f4ec')
    }
    expect(await colorAt(fileOf(files, 'maskable'), [0.11, 0.5])).toBe('#f7f4ec')
  })

  it('are drawn again only if they show a changed text', () => {
    applyEdits({ 'services.hero.title': 'Work for Łódź & Žák', 'promises.answerHours': '48' })
    const { files, share } = renderPictures(null, fonts)
    expect([...files.keys()]).toEqual([share.services, share.contact])
    expect(drawSharePicture('contact', packFacts)).toContain('>48<')
  })

  it('show letters that the main fonts lack', () => {
    const draw = drawWithFonts(fonts)
    const pictureOf = (title: string) => {
      applyEdits({ 'about.hero.title': title })
      return draw(drawSharePicture('about', packFacts))
    }
    expect(pictureOf('Žák').equals(pictureOf('Łák'))).toBe(false)
  })

  it('show a long title in smaller letters', async () => {
    applyEdits({ 'about.hero.title': 'A title with many more words than the picture has room for '.repeat(3) })
    const { files, share } = renderPictures(null, fonts)
    for (const y of [0.25, 0.3, 0.35, 0.4]) expect(await colorAt(files.get(share.about), [0.96, y])).toBe('#f7f4ec')
  })
})

it('checks colors against the papers and the ink of the style sheet, whose signal color passes', () => {
  const css = readFileSync('src/ui/tokens.css', 'utf8')
  const pairOf = (token: string) =>
    new RegExp(`--${token}: light-dark\\((.*?\\)), (.*?\\))\\)`).exec(css)?.slice(1).map(toHex)
  const tokens = ['paper', 'paper-raised', 'paper-sunken'].map(pairOf)
  expect([tokens.map((pair) => pair?.[0]), tokens.map((pair) => pair?.[1])]).toEqual([papers.light, papers.dark])
  expect(pairOf('ink')?.[0]).toBe(ink)
  expect(checkSignal(toHex(/--signal: (.*);/.exec(css)?.[1] ?? ''))).toBeNull()
})

function toHex(color: string): string {
  const code = Buffer.from(`a{color:${color}}`)
  const { code: css } = transform({ filename: 'a.css', code, minify: true, targets: { chrome: 80 << 16 } })
  return /color:(#[\da-f]{6})/.exec(css.toString())?.[1] ?? css.toString()
}
