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
const photo = (width: number, height: number) => {
  const square = `<rect x="${(width - height) / 2}" width="${height}" height="${height}" fill="blue"/>`
  const ground = '<rect width="100%" height="100%" fill="red"/>'
  return sharp(Buffer.from(svg(ground + square, `width="${width}" height="${height}"`)))
}

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
    const small = photo(30, 15).png().toBuffer()
    expect(await pixelsOf(await accepted('logo', await small))).toMatchObject({ width: 30, height: 15 })
    const large = photo(2000, 1000).png().toBuffer()
    expect(await pixelsOf(await accepted('logo', await large))).toMatchObject({ width: 320, height: 160 })
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
})

describe('a refusal', () => {
  const image = (href: string) => svg(`${shape}<image ${href} width="9" height="9"/>`)
  const cut = async () => (await photo(300, 300).png().toBuffer()).subarray(0, 200)
  const entity = `<!DOCTYPE svg [<!ENTITY a '<image &#104;ref="/etc/hostname"/>'>]>`
  const effect =
    '<filter id="a" width="1e9" height="1e9"><feFlood/></filter><g filter="url(#a)"><path d="M0 0H9V9"/></g>'
  /** Each level contains nine references to the one below. */
  const nested = (element: string, levels: number, reference: (id: number) => string) =>
    Array.from({ length: levels }, (_, id) => {
      return `<${element} id="l${id}">${id ? reference(id - 1).repeat(9) : shape}</${element}>`
    }).join('')

  it.each<[reason: keyof typeof pictureRefusals, file: string, bytes: string | Buffer | Promise<Buffer>]>([
    ['too-large', 'a large file', randomBytes(pictureLimit + 1)],
    ['wrong-type', 'a page', '<!doctype html><title>A page with a picture</title>'],
    ['wrong-type', 'an empty file', ''],
    ['wrong-type', 'a WebP file', photo(300, 300).webp().toBuffer()],
    ['too-many-pixels', 'a wide PNG file', photo(4001, 20).png().toBuffer()],
    ['too-many-pixels', 'a tall JPEG file', photo(20, 4001).jpeg().toBuffer()],
    ['unreadable', 'an incomplete PNG file', cut()],
    ['unreadable', 'an SVG file that draws nothing', svg('')],
    ['unreadable', 'invalid XML', svg('<g>')],
    ['unreadable', 'too many copies', svg(nested('g', 12, (id) => `<use href="#l${id}"/>`))],
    ['too-narrow', 'an extreme view box', svg(shape, 'viewBox="0 0 1e-9 1e9"')],
    ['has-text', 'text', svg(`${shape}<text y="20">Name</text>`)],
    ['has-links', 'a remote picture', image('href="http://127.0.0.1/a.png"')],
    ['has-links', "a picture on the server's disk", image("xlink:href = '/etc/hostname'")],
    ['has-links', 'a file URL', image('href="file:///etc/hostname"')],
    ['has-links', 'a link that another attribute hides', svg(`<g id='href="#'/><image href="/etc/hostname" id='"'/>`)],
    ['has-links', 'a link in an entity', `${entity}${svg('&a;')}`],
    ['has-links', 'a remote part', svg('<use href="http://127.0.0.1/a.svg#b"/>')],
    ['has-links', 'effects', svg(effect)],
  ])('has the reason %s for %s', async (refusal, _, bytes) => {
    expect(await read('logo', await bytes)).toEqual({ refusal })
  })

  it('follows if an SVG file occupies the renderer forever, and if a portrait is an SVG file', async () => {
    const masks = nested('mask', 30, (id) => `<g mask="url(#l${id})">${shape}</g>`)
    const endless = svg(`${masks}<g mask="url(#l29)">${shape}</g>`)
    expect(await read('logo', endless, 2000)).toEqual({ refusal: 'unreadable' })
    expect(await read('portrait', svg(shape))).toEqual({ refusal: 'wrong-type' })
  })
})
