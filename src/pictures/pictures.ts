import { createHash } from 'node:crypto'
import { type ViewId, viewIds } from '#content/views.ts'
import { type DrawSvg, shrink } from './draw.ts'
import { drawIcon, type Look } from './look.ts'
import { drawSharePicture, type ReadingTimes } from './timetables.ts'

/** The paths of the share pictures, the icons in web manifest format, and the path by the hash of each drawing. */
export interface Pictures {
  readonly share: Readonly<Record<ViewId, string>>
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[]
  readonly drawings: Readonly<Record<string, string>>
}

const icons = [
  { name: 'icon-192', width: 192, purpose: 'any' },
  { name: 'icon-512', width: 512, purpose: 'any' },
  { name: 'icon-maskable', width: 512, purpose: 'maskable' },
] as const

const touchIcon = 'apple-touch-icon'

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** Large enough for screens with two pixels per point. */
const logoInSharePicture = { width: 336, height: 84 } as const

/** Returns the look with a logo that is small enough for a box; an SVG logo fits into any. */
export const fitLogo = (look: Look, box: { width: number; height: number }): Look =>
  look.logo && look.logo.type !== 'image/svg+xml' ? { ...look, logo: shrink(look.logo, box) } : look

/**
 * Draws the share pictures and the icons for home screens; `files` contains them by path. Omits the files whose
 * drawings are in `built`.
 */
export function drawPictures(
  look: Look,
  times: ReadingTimes,
  draw: DrawSvg,
  built: Pictures['drawings'] = {},
): Pictures & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>()
  const drawings: Record<string, string> = {}
  /** The name of a picture contains a content hash, so that browsers can cache it forever. */
  const add = (name: string, svg: string, width?: number): string => {
    const drawing = hashOf(`${name} ${svg.replace(/<title>.*?<\/title>/, '')}`).slice(0, 16)
    drawings[drawing] = built[drawing] ?? addFile(name, draw(svg, width))
    return drawings[drawing]
  }
  const addFile = (name: string, png: Buffer): string => {
    // iOS requests a file with this name even if no page mentions it.
    const path = name === touchIcon ? `/${name}.png` : `/assets/${name}-${hashOf(png).slice(0, 6)}.png`
    files.set(path, png)
    return path
  }
  const inShare = fitLogo(look, logoInSharePicture)
  const share = Object.fromEntries(
    viewIds.map((view) => [view, add(`share-${view}`, drawSharePicture(view, times, inShare))]),
  ) as Record<ViewId, string>
  const iconSvg = (width: number, shape: 'rounded' | 'square') =>
    drawIcon(fitLogo(look, { width, height: width }), shape)
  add(touchIcon, iconSvg(180, 'square'), 180)
  return {
    files,
    share,
    icons: icons.map(({ name, width, purpose }) => ({
      src: add(name, iconSvg(width, purpose === 'any' ? 'rounded' : 'square'), width),
      sizes: `${width}x${width}`,
      type: 'image/png',
      purpose,
    })),
    drawings,
  }
}
