import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

type Encoding = 'br' | 'gzip' | 'identity'

/** A file that is ready to send: its bytes in each encoding, and a strong entity tag for each encoding. */
export interface SiteFile {
  type: string
  cacheControl: string
  /** The content security policy of a page that has inline styles or scripts. Other files use the default policy. */
  csp: string | null
  bodies: ReadonlyMap<Encoding, { bytes: Buffer; etag: string }>
}

const textTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
}

const binaryTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** True if the file is text. Binary formats are already compressed. */
const isText = (path: string): boolean => Object.hasOwn(textTypes, extname(path))

function mediaType(extension: string): string {
  const type = textTypes[extension]
  return type ? `${type}; charset=utf-8` : (binaryTypes[extension] ?? 'application/octet-stream')
}

/**
 * The build uses quality 11, but at run time, making files two percent smaller is not worth more than twice the time.
 */
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

/** The public paths in the folder, except dot files, source maps and compressed copies. */
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
 * Reads a file and its compressed copies. `fill` inserts this installation's values into text, which is then compressed
 * again.
 */
export async function readSiteFile(
  folder: string,
  path: string,
  fill: (text: string) => string,
  csp: string | null = null,
): Promise<SiteFile> {
  const built = await readFile(join(folder, path))
  const text = isText(path) && !isHashed(path) ? built.toString('utf8') : null
  const filled = text === null ? null : fill(text)
  const changed = filled !== null && filled !== text
  const bytes = changed ? Buffer.from(filled) : built
  const twinOf = async (encoding: 'br' | 'gzip') =>
    changed ? null : readFile(join(folder, path + suffix[encoding])).catch(() => null)
  return { ...(await makeSiteFile(path, bytes, twinOf)), csp }
}

/** A file that is not in the build, ready to send. Its path decides its type and how long clients keep it. */
export async function makeSiteFile(
  path: string,
  content: string | Uint8Array,
  twinOf: (encoding: 'br' | 'gzip') => Promise<Buffer | null> = async () => null,
): Promise<SiteFile> {
  const bytes = content instanceof Buffer ? content : Buffer.from(content)
  const bodies = new Map([['identity' as Encoding, withEtag(bytes, 'identity')]])
  for (const encoding of isText(path) ? (['br', 'gzip'] as const) : []) {
    bodies.set(encoding, withEtag((await twinOf(encoding)) ?? (await pack[encoding](bytes)), encoding))
  }
  return { type: mediaType(extname(path)), cacheControl: cacheControl(path), csp: null, bodies }
}

/** A page that the server renders, ready to send like a page from the build. */
export const compressPage = async (html: string, csp: string | null): Promise<SiteFile> => ({
  ...(await makeSiteFile('page.html', html)),
  csp,
})

/** A strong tag identifies exact bytes, so each encoding has its own tag. */
function withEtag(bytes: Buffer, encoding: Encoding): { bytes: Buffer; etag: string } {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { bytes, etag: `"${hash}-${encoding}"` }
}

/** File names in `assets/` and `desk/assets/` contain a hash of the content. */
export const isHashed = (path: string) => /^\/?((desk\/)?assets|files)\//.test(path)

/** Hashed files never change, pages are revalidated each time, and other files are cached for an hour. */
function cacheControl(path: string): string {
  if (isHashed(path)) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600'
}

/** Sends the smallest stored encoding that the client accepts, or 304 if the client already has the file. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile, status = 200): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], [...file.bodies.keys()])
  const body = file.bodies.get(encoding)
  if (!body) throw new Error(`body with encoding ${encoding} is missing`)
  reply.header('cache-control', file.cacheControl).header('etag', body.etag).type(file.type)
  if (file.bodies.size > 1) {
    reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '))
  }
  if (file.csp) reply.header('content-security-policy', file.csp)
  if (status === 200 && matchesEtag(request.headers['if-none-match'], body.etag)) {
    return reply.code(304).removeHeader('content-type').send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(status).send(body.bytes)
}

/** The smallest stored encoding that the client accepts; the client's order of preference is ignored. */
function chooseEncoding(accepted: string | undefined, stored: readonly Encoding[]): Encoding {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(stored)
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding)) ?? 'identity'
}

/** True if `If-None-Match` contains this entity tag (weak comparison, as RFC 9110 requires). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
