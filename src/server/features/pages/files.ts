import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '#server/lib/http/negotiate.ts'
import { isText, mediaType } from './media-types.ts'
import type { SiteFile } from './types.ts'

/** The build uses quality 11, which takes more than twice as long as 10 and saves two percent. */
const quality = 10

const pack = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
}

const suffix = { br: '.br', gzip: '.gz' } as const

/** The public paths below the folder: no dot files, source maps, or compressed copies. */
export async function publicPaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !/(^|\/)\.|\.(map|br|gz)$/.test(path))
}

/**
 * Reads a file and its compressed copies. `fill` puts this installation's values into text; a text that it changes is
 * compressed again.
 */
export async function readSiteFile(
  folder: string,
  path: string,
  fill: (text: string) => string,
  csp: string | null = null,
): Promise<SiteFile> {
  const extension = extname(path)
  const built = await readFile(join(folder, path))
  const text = isText(extension) && !isHashed(path) ? built.toString('utf8') : null
  const filled = text === null ? null : fill(text)
  const changed = filled !== null && filled !== text
  const bytes = changed ? Buffer.from(filled) : built
  const twinOf = async (encoding: 'br' | 'gzip') =>
    changed ? null : readFile(join(folder, path + suffix[encoding])).catch(() => null)
  const bodies = isText(extension)
    ? await packedBodies(bytes, twinOf)
    : new Map([['identity' as Encoding, tagged(bytes, 'identity')]])
  return { type: mediaType(extension), cacheControl: cacheControl(path), csp, bodies }
}

/** A page that the server renders, ready to be sent like a built one. */
export async function packPage(html: string, csp: string | null): Promise<SiteFile> {
  return {
    type: mediaType('.html'),
    cacheControl: cacheControl('.html'),
    csp,
    bodies: await packedBodies(Buffer.from(html)),
  }
}

async function packedBodies(
  bytes: Buffer,
  twinOf: (encoding: 'br' | 'gzip') => Promise<Buffer | null> = async () => null,
): Promise<SiteFile['bodies']> {
  const bodies = new Map([['identity' as Encoding, tagged(bytes, 'identity')]])
  for (const encoding of ['br', 'gzip'] as const) {
    bodies.set(encoding, tagged((await twinOf(encoding)) ?? (await pack[encoding](bytes)), encoding))
  }
  return bodies
}

/** A strong tag identifies exact bytes, so each encoding has its own. */
function tagged(bytes: Buffer, encoding: Encoding): { bytes: Buffer; etag: string } {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { bytes, etag: `"${hash}-${encoding}"` }
}

/** File names under `assets/` contain a hash of their content, those of the desk too. */
export const isHashed = (path: string) => /^(desk\/)?assets\//.test(path)

/** Hashed files never change; pages are revalidated each time; other files may be an hour old. */
function cacheControl(path: string): string {
  if (isHashed(path)) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600'
}
