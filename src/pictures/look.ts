import { contrastOf, ink, papers } from '#shared/lib/color.ts'

/** An SVG picture begins with its width and height, as the renderer writes it. */
export interface Picture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  readonly content: Uint8Array
}

/** An owner's signal color and logo; null for the site's own. */
export interface Look {
  readonly signal: string | null
  readonly logo: Picture | null
}

export const ownLook: Look = { signal: null, logo: null }

interface Size {
  readonly width: number
  readonly height: number
}

/** Reads a picture's type and size from its first bytes. The size of an SVG picture is 0 if it has another form. */
export function readHeader(bytes: Uint8Array): (Size & Pick<Picture, 'type'>) | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.length < 24) return null
  if (view.subarray(1, 4).toString('latin1') === 'PNG')
    return { type: 'image/png', width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
  if (view.readUInt16BE(0) === 0xffd8) return readJpeg(view)
  const text = view.toString('utf8')
  if (!/<svg\b/.test(text)) return null
  const [, width = 0, height = 0] = /^<svg width="([\d.]+)" height="([\d.]+)"/.exec(text) ?? []
  return { type: 'image/svg+xml', width: Number(width), height: Number(height) }
}

/** Finds the frame header, the segment that contains the size. @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf B.1 */
function readJpeg(view: Buffer): (Size & Pick<Picture, 'type'>) | null {
  for (let at = 2; at + 9 <= view.length; at += 2 + view.readUInt16BE(at + 2)) {
    const marker = view.readUInt16BE(at)
    // Excludes the markers in the same range that define tables: DHT, JPG and DAC.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { type: 'image/jpeg', width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) }
  }
  return null
}

/** The URL with which an SVG drawing contains a picture. */
export const pictureUrl = ({ type, content }: Picture): string =>
  `data:${type};base64,${Buffer.from(content).toString('base64')}`

/** The largest size of a picture within a box. */
export function fitInto(picture: Picture, box: Size): Size {
  const { width, height } = readHeader(picture.content) ?? box
  const scale = Math.min(box.width / width, box.height / height)
  return { width: width * scale, height: height * scale }
}

const icon = { side: 32, corner: ' rx="5"', ground: '#1a1712', lines: '#f7f4ea', signal: '#fccf0d' } as const

/**
 * Draws the icon as SVG. Some systems mask an icon or put it on black, so the `square` one has no rounded corners, and
 * its drawing stays in the safe area, a circle. @see https://www.w3.org/TR/appmanifest/
 */
export function drawIcon({ signal, logo }: Look, shape: 'rounded' | 'square' = 'rounded'): string {
  const { side, corner } = icon
  const isDark = !logo && contrastOf(signal ?? icon.signal, icon.ground) >= 3
  const [ground, lines] = isDark ? [icon.ground, icon.lines] : [papers.light[0], ink]
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><title>Logo</title>`,
    `<rect width="${side}" height="${side}"${shape === 'rounded' ? corner : ''} fill="${ground}"/>`,
    logo
      ? drawLogo(logo, shape)
      : `<path d="M6 9h20M6 16h12" stroke="${lines}" stroke-width="3"/>` +
        `<path d="M6 23.5h20" stroke="${signal ?? icon.signal}" stroke-width="5"/>`,
    '</svg>',
  ]
  return parts.join('')
}

function drawLogo(logo: Picture, shape: 'rounded' | 'square'): string {
  const { side } = icon
  const whole = fitInto(logo, { width: side, height: side })
  const scale = shape === 'rounded' ? 26 / side : (0.8 * side) / Math.hypot(whole.width, whole.height)
  const [width, height] = [whole.width * scale, whole.height * scale]
  const place = `x="${(side - width) / 2}" y="${(side - height) / 2}" width="${width}" height="${height}"`
  return `<image ${place} href="${pictureUrl(logo)}"/>`
}
