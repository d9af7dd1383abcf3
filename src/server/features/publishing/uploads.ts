import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Picture, readHeader } from '#pictures/look.ts'
import { type PictureType, pictureLimit } from '#shared/contract/site.ts'
import type { StoredPicture } from './queries.ts'

export interface PictureTask {
  readonly use: 'logo' | 'portrait'
  readonly type: Picture['type']
}

const mostPixels = 4000

/** Says why a file is refused, and what the owner can do. */
export const pictureRefusals = {
  'too-large': `The file is larger than ${pictureLimit / 1000} kB. Save the picture in a smaller size.`,
  'too-many-pixels': `A side of the picture is longer than ${mostPixels} pixels. Save the picture in a smaller size.`,
  'too-narrow': 'The logo is too narrow. Its longer side can be twelve times as long as the shorter one.',
  'wrong-type': 'Choose a PNG or JPEG file. A logo can also be an SVG file.',
  'has-text': 'The SVG file contains text, and other computers lack its font. Convert its text to paths.',
  'has-links': 'The SVG file contains pictures, links or effects. Remove them, or save the logo as PNG.',
  unreadable: 'The picture cannot be drawn. Save it as PNG, and choose the new file.',
} as const
export type PictureRefusal = keyof typeof pictureRefusals

/** The build puts the compiled reader next to the server. */
const pictureReader = new URL('./picture-reader.js', import.meta.url)

/** Matches a link that the renderer could follow to a file; an internal link begins with `#`. */
const outsideLink = /href\s*=\s*["'](?!#)/
/** Matches text, also with the prefix of a namespace. */
const textElement = /<(\w+:)?text\b/

/**
 * Reads an uploaded picture. A logo becomes an SVG with only shapes, or a PNG of at most 480 × 160 pixels; a portrait
 * becomes a square PNG of 160 pixels. A separate process draws the picture again, so the result contains nothing else.
 */
export async function readPicture(
  use: PictureTask['use'],
  bytes: Buffer,
  { reader = pictureReader, patience = 10_000 } = {},
): Promise<StoredPicture | { refusal: PictureRefusal }> {
  const header = readHeader(bytes)
  const refusal = refuse(use, bytes, header)
  if (!header || refusal) return { refusal: refusal ?? 'wrong-type' }
  const task: PictureTask = { use, type: header.type }
  const limits = { timeout: patience, killSignal: 'SIGKILL', env: {} } as const
  const running = run(process.execPath, [fileURLToPath(reader), JSON.stringify(task)], limits)
  // A process that ends early does not read its input.
  running.child.stdin?.on('error', () => {}).end(bytes)
  try {
    const result = JSON.parse((await running).stdout) as { type: PictureType; content: string } | PictureRefusal
    return typeof result === 'string'
      ? { refusal: result }
      : { ...result, content: Buffer.from(result.content, 'base64') }
  } catch (error) {
    // The picture crashed the renderer or took too long. Other errors are the server's.
    if ((error as { signal?: string }).signal) return { refusal: 'unreadable' }
    throw error
  }
}

const run = promisify(execFile)

function refuse(use: PictureTask['use'], bytes: Buffer, header: ReturnType<typeof readHeader>): PictureRefusal | null {
  if (bytes.length > pictureLimit) return 'too-large'
  if (!header || (use === 'portrait' && header.type === 'image/svg+xml')) return 'wrong-type'
  const { type, width, height } = header
  if (type !== 'image/svg+xml') {
    if (width > mostPixels || height > mostPixels) return 'too-many-pixels'
    return width && height ? null : 'unreadable'
  }
  const text = bytes.toString('utf8')
  // An entity could contain a link in another notation.
  if (outsideLink.test(text) || text.includes('<!ENTITY')) return 'has-links'
  return textElement.test(text) ? 'has-text' : null
}
