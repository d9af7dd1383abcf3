import { buffer } from 'node:stream/consumers'
import { Resvg } from '@resvg/resvg-js'
import { renderPicture, shrink } from '#pictures/draw.ts'
import type { Picture } from '#pictures/look.ts'
import { pictureLimit } from '#shared/contract/site.ts'
import type { PictureRefusal, PictureTask } from './uploads.ts'

const logo = { width: 480, height: 160 } as const
const portrait = { width: 160, height: 160 } as const
/** The maximum ratio of a logo's sides. */
const longest = 12

/** The elements of a simplified SVG that only draw shapes. */
const otherElement = /<(?!\/?(svg|defs|g|path|linearGradient|radialGradient|stop|clipPath|mask)\b)/

/** Draws a picture again, so that nothing else in its file remains. */
function read({ use, type }: PictureTask, content: Buffer): Picture | PictureRefusal {
  if (type === 'image/svg+xml') return simplify(content.toString('utf8'))
  const picture = shrink({ type, content }, use === 'logo' ? logo : portrait, use === 'portrait')
  return isEmpty(picture) ? 'unreadable' : picture
}

/** Returns the SVG as the renderer writes it: shapes without scripts, styles, links and texts. */
function simplify(text: string): Picture | PictureRefusal {
  const options = { font: { loadSystemFonts: false } }
  try {
    const parsed = new Resvg(text, options)
    const ratio = parsed.width / parsed.height
    if (!(ratio <= longest && ratio >= 1 / longest)) return 'too-narrow'
    const svg = parsed.toString()
    if (otherElement.test(svg)) return 'has-links'
    const picture = { type: 'image/svg+xml', content: Buffer.from(svg) } as const
    if (picture.content.length > pictureLimit) return 'too-large'
    return isEmpty(picture) ? 'unreadable' : picture
  } catch {
    return 'unreadable'
  }
}

const isEmpty = (picture: Picture) =>
  renderPicture(picture, portrait).pixels.every((value, index) => index % 4 !== 3 || value === 0)

/**
 * A separate process: some SVG files make the renderer run forever, or end the process because it needs more memory
 * than there is.
 */
const task = JSON.parse(process.argv[2] ?? '') as PictureTask
const result = read(task, await buffer(process.stdin))
process.stdout.write(
  JSON.stringify(
    typeof result === 'string' ? result : { ...result, content: Buffer.from(result.content).toString('base64') },
  ),
)
