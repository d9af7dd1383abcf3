import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Picture } from '#pictures/look.ts'
import { compileProgram } from '#server/lib/shared-test-resources.ts'
import { pictureLimit } from '#shared/contract/site.ts'
import { type pictureRefusals, readPicture } from './uploads.ts'

const reader = pathToFileURL(await compileProgram(new URL('./picture-reader.ts', import.meta.url)))
const read = (use: 'logo' | 'portrait', bytes: Buffer | string, patience?: number) =>
  readPicture(use, Buffer.from(bytes as string), { reader, ...(patience && { patience }) })

async function accepted(use: 'logo' | 'portrait', bytes: Buffer | string): Promise<Picture> {
  const result = await read(use, bytes)
  if ('refusal' in result) throw new Error(result.refusal)
  return result
}

const svg = (content: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
const shape = '<rect width="90" height="40" fill="#d6002a"/>'

/** A red picture with a blue square in its middle. */
const photo = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="red"/>` +
        `<rect x="${(width - height) / 2}" width="${height}" height="${height}" fill="blue"/></svg>`,
    ),
  )

const pixelsOf = async ({ content }: Picture) => {
  const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  return { width: info.width, height: info.height, at }
}

describe('a portrait', () => {
  it.each(['png', 'jpeg'] as const)('becomes the square in the middle of a %s file', async (format) => {
    const portrait = await accepted('portrait', await photo(1500, 500).toFormat(format).toBuffer())
    expect(portrait.type).toBe('image/png')
    const { width, height, at } = await pixelsOf(portrait)
    expect([width, height]).toEqual([160, 160])
    for (const [red = 0, , blue = 0] of [at(3, 80), at(80, 80), at(156, 80)]) expect(blue - red).toBeGreaterThan(200)
  })

  it('keeps nothing that its file contains next to the picture', async () => {
    const text = { IFD0: { Copyright: 'location and owner' } }
    const bytes = await photo(300, 300).withExif(text).png().toBuffer()
    const portrait = await accepted('portrait', Buffer.concat([bytes, Buffer.from('<script>payload</script>')]))
    expect(bytes.toString('latin1')).toContain('location')
    expect(Buffer.from(portrait.content).toString('latin1')).not.toMatch(/location|payload/)
  })
})

describe('a logo', () => {
  it('becomes smaller but never larger, and keeps its shape', async () => {
    const sizes = [2000, 30].map(async (width) => {
      const { width: wide, height } = await pixelsOf(
        await accepted(
          'logo',
          await photo(width, width / 2)
            .png()
            .toBuffer(),
        ),
      )
      return [wide, height]
    })
    expect(await Promise.all(sizes)).toEqual([
      [320, 160],
      [30, 15],
    ])
  })

  it('keeps only the shapes of an SVG file', async () => {
    const { type, content } = await accepted(
      'logo',
      svg(
        `<script>alert(1)</script><style>@import url(http://example.com/a.css); .a { fill: url(http://example.com) }</style>
        <foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">page</p></foreignObject>
        <g id='" onload="alert(1)'><rect class="a" width="9" height="9" onclick="alert(1)"/></g>
        <linearGradient id="b"><stop stop-color="red"/></linearGradient><linearGradient id="c" xlink:href="#b"/>
        <use href="#d"/><path id="d" fill="url(#c)" d="M0 0H90V40z"/>`,
        'viewBox="0 0 100 50" onload="alert(1)"',
      ),
    )
    expect(type).toBe('image/svg+xml')
    const text = Buffer.from(content).toString()
    expect(text.match(/<path/g)).toHaveLength(3)
    expect(text).not.toMatch(/script|style|foreign|page|href|example\.com|\son\w+="/)
  })

  it('has the same width and height in every SVG file that this renderer has written', async () => {
    const once = await accepted('logo', svg(shape))
    expect((await accepted('logo', Buffer.from(once.content))).content).toEqual(once.content)
  })
})

describe('a refusal', () => {
  const nested = (element: string, reference: (id: number) => string, levels: number) =>
    svg(
      `${Array.from(
        { length: levels },
        (_, id) => `<${element} id="l${id}">${id ? reference(id - 1).repeat(9) : shape}</${element}>`,
      ).join('')}<g>${reference(levels - 1)}</g>`,
    )
  const image = (href: string) => svg(`${shape}<image ${href} width="9" height="9"/>`)

  it.each<[file: string, refusal: keyof typeof pictureRefusals, bytes: string | Buffer | Promise<Buffer>]>([
    ['a file with too many bytes', 'too-large', randomBytes(pictureLimit + 1)],
    ['a page', 'wrong-type', '<!doctype html><title>Page with a picture</title>'],
    ['an empty file', 'wrong-type', ''],
    ['a WebP file', 'wrong-type', photo(300, 300).webp().toBuffer()],
    ['a wide PNG file', 'too-many-pixels', photo(4001, 20).png().toBuffer()],
    ['a tall JPEG file', 'too-many-pixels', photo(20, 4001).jpeg().toBuffer()],
    [
      'a truncated PNG file',
      'unreadable',
      photo(300, 300)
        .png()
        .toBuffer()
        .then((bytes) => bytes.subarray(0, 200)),
    ],
    ['a transparent SVG file', 'unreadable', svg('')],
    ['an SVG file with invalid XML', 'unreadable', svg('<g>')],
    ['an SVG file without a size', 'too-narrow', svg(shape, 'viewBox="0 0 1e-9 1e9"')],
    ['an SVG file with text', 'has-text', svg(`${shape}<text y="20">Name</text>`)],
    ['an SVG file with a remote picture', 'has-links', image('href="http://127.0.0.1/a.png"')],
    ['an SVG file with a local picture', 'has-links', image("xlink:href = '/etc/hostname'")],
    ['an SVG file with a picture on the server', 'has-links', image('href="file:///etc/hostname"')],
    [
      'an SVG file that hides a link between quotes',
      'has-links',
      svg(`<g id='href="#'/><image href="/etc/hostname" id='"'/>`),
    ],
    [
      'an SVG file with entities',
      'has-links',
      `<!DOCTYPE svg [<!ENTITY a '<image &#104;ref="/etc/hostname"/>'>]>${svg('&a;')}`,
    ],
    ['an SVG file with a remote part', 'has-links', svg('<use href="http://127.0.0.1/a.svg#b"/>')],
    [
      'an SVG file with effects',
      'has-links',
      svg(`<filter id="a" width="1e9" height="1e9"><feFlood/></filter><g filter="url(#a)">${shape}</g>`),
    ],
    ['an SVG file with too many copies', 'unreadable', nested('g', (id) => `<use href="#l${id}"/>`, 12)],
  ])('names the reason for %s: %s', async (_, refusal, bytes) => {
    expect(await read('logo', await bytes)).toEqual({ refusal })
  })

  it('follows if an SVG file occupies the renderer forever', async () => {
    const endless = nested('mask', (id) => `<g mask="url(#l${id})">${shape}</g>`, 30)
    expect(await read('logo', endless, 2000)).toEqual({ refusal: 'unreadable' })
  })

  it('follows if a portrait is an SVG file', async () => {
    expect(await read('portrait', svg(shape))).toEqual({ refusal: 'wrong-type' })
  })
})
