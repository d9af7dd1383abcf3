import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import * as v from 'valibot'
import type { Edits } from '#content/tree.ts'
import type { Page } from '#plain/page.tsx'
import { renderPage } from '#plain/render-page.tsx'
import { contentSecurityPolicy } from '#server/lib/http/headers.ts'
import type { RenderedPage, RenderedSite } from '#shared/contract/site-renderer.ts'
import { editsScript } from '#shared/lib/edits-script.ts'
import { compressPage, makeSiteFile, publicPaths, readSiteFile, type SiteFile } from './files.ts'
import { fillValues, type SiteValues } from './values.ts'

export { compressPage, makeSiteFile, matchesEtag, type SiteFile, sendFile } from './files.ts'
export type { SiteValues } from './values.ts'

const hashPattern = v.pipe(v.string(), v.regex(/^'sha(256|384|512)-[A-Za-z0-9+/]+={0,2}'$/))
const page = v.object({
  file: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.html$/)),
  csp: v.object({ style: v.array(hashPattern), script: v.array(hashPattern) }),
})
/** The build's manifest: the release, and the file name and inline-code hashes of each page. */
const manifestSchema = v.object({
  release: v.pipe(v.string(), v.regex(/^[\da-f]{10}$/)),
  pages: v.record(v.string(), page),
})

/** Thrown if the folder has no built site. The message says what to do. */
export class SiteNotBuilt extends Error {}

/** Reads the manifest, which the build writes to the folder. */
export async function readManifest(folder: string): Promise<v.InferOutput<typeof manifestSchema>> {
  const path = join(folder, 'pages.json')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SiteNotBuilt(`There is no built site in ${folder}: run "npm run build" first.`)
  })
  try {
    return v.parse(manifestSchema, JSON.parse(text))
  } catch {
    throw new SiteNotBuilt(`${path} is not a valid build manifest: run "npm run build" again.`)
  }
}

export interface Site {
  release: string
  values: SiteValues
  /** The views by id, including home. */
  views: ReadonlyMap<string, SiteFile>
  notFound: SiteFile
  /** All other files by path, such as `/assets/main-4f2a.js`. */
  files: ReadonlyMap<string, SiteFile>
  /** Files that tabs with an earlier release or publication still request. */
  earlier: (path: string) => Promise<SiteFile | undefined>
  plain: PlainShell
  /** The desk's page, sent for every path below /desk. */
  desk: SiteFile
}

/** The frame of pages that the server renders: HTML with two markers, and the policy for its styles. */
export interface PlainShell {
  html: string
  csp: string
  publicUrl: string
  /** The preview picture for pages that have no other picture. */
  picture: string | null
}

/** Pages that are not views, so `?view=` must not open them. */
const notViews = ['not-found', 'plain']

/** The robots tag that the build writes into the shell. */
const unlisted = '<meta name="robots" content="noindex">'

/**
 * A page without a share picture uses the home page's picture, whose file name starts with this prefix (see
 * `makers/make.ts`).
 */
const homePicture = '/assets/share-home-'

const deskPage = 'desk.html'

/**
 * Reads the built site into memory and inserts this installation's values. Does not read files from earlier releases.
 */
export async function loadSite(folder: string, values: SiteValues): Promise<Site> {
  const secure = values.publicUrl.startsWith('https:')
  const fill = fillValues(values)
  const project = values.supabaseUrl ? [values.supabaseUrl] : []
  const { release, pages: entries } = await readManifest(folder)
  const manifest = new Map(Object.entries(entries))
  const pages = await mapEach(manifest, ({ file, csp }) =>
    readSiteFile(folder, file, fill, contentSecurityPolicy(secure, csp, project)),
  )
  const pageFiles = new Set(['pages.json', deskPage, ...[...manifest.values()].map(({ file }) => file)])
  const paths = (await publicPaths(folder)).filter((path) => !pageFiles.has(path))
  const notFound = pages.get('not-found')
  const plain = manifest.get('plain')
  if (!notFound || !plain || !pages.has('home')) {
    throw new SiteNotBuilt(`The built site in ${folder} lacks home, not-found or plain: run "npm run build" again.`)
  }
  // The desk shows emails in a frame; see src/server/features/letter-desk.
  const sockets = project.map((url) => url.replace(/^http/, 'ws'))
  const deskPolicy = contentSecurityPolicy(secure, undefined, [...project, ...sockets], true)
  const desk = await readSiteFile(folder, deskPage, fill, deskPolicy).catch(() => {
    throw new SiteNotBuilt(`The built site in ${folder} lacks the desk: run "npm run build" again.`)
  })
  return {
    release,
    values,
    earlier: async () => undefined,
    desk: { ...desk, cacheControl: 'no-store' },
    views: new Map([...pages].filter(([id]) => !notViews.includes(id))),
    notFound,
    files: await mapEach(
      paths.map((path) => [`/${path}`, path]),
      (path) => readSiteFile(folder, path, fill),
    ),
    plain: {
      html: fill(await readFile(join(folder, plain.file), 'utf8')),
      csp: contentSecurityPolicy(secure, plain.csp),
      publicUrl: values.publicUrl,
      picture: paths.map((path) => `/${path}`).find((path) => path.startsWith(homePicture)) ?? null,
    },
  }
}

/** Returns the site with other pages and files. `deskEdits` are the edits of the texts that the desk shows. */
export async function replacePages(
  site: Site,
  { pages, manifest, files }: RenderedSite,
  deskEdits: Edits,
): Promise<Site> {
  const { values } = site
  const secure = values.publicUrl.startsWith('https:')
  const project = values.supabaseUrl ? [values.supabaseUrl] : []
  const fill = fillValues(values)
  const policyOf = ({ style, script }: RenderedPage) =>
    contentSecurityPolicy(secure, { style: [hashOf(style)], script: script === null ? [] : [hashOf(script)] }, project)
  const { plain, 'not-found': notFound, ...views } = pages
  if (!plain || !notFound) throw new Error('rendered site lacks plain or not-found')
  const compressed = (page: RenderedPage) => compressPage(fill(page.html), policyOf(page))
  const changed = Object.entries({ ...files, '/manifest.webmanifest': manifest })
  return {
    ...site,
    views: await mapEach(Object.entries(views), compressed),
    notFound: await compressed(notFound),
    files: new Map([...site.files, ...(await mapEach(changed, (content, path) => makeSiteFile(path, content)))]),
    plain: { ...site.plain, html: fill(plain.html), csp: policyOf(plain), picture: sharePictureOf(pages) },
    desk: await withDeskEdits(site.desk, pages, deskEdits),
  }
}

/** Makes all values at the same time. */
const mapEach = async <From, To>(
  entries: Iterable<readonly [string, From]>,
  make: (value: From, key: string) => Promise<To>,
): Promise<Map<string, To>> =>
  new Map(await Promise.all([...entries].map(async ([key, value]) => [key, await make(value, key)] as const)))

async function withDeskEdits(desk: SiteFile, { home }: RenderedSite['pages'], edits: Edits): Promise<SiteFile> {
  const name = namePattern.exec(home?.html ?? '')?.[0] ?? ''
  const html = String(desk.bodies.get('identity')?.bytes).replace(namePattern, () => name)
  const page = await compressPage(
    html.replace('</head>', () => `${editsScript({ edits })}</head>`),
    desk.csp,
  )
  return { ...page, cacheControl: desk.cacheControl }
}

/** The element of a page that names the provider. */
const namePattern = /<meta name="application-name" content="[^"]*">/

/** The preview picture of the home page, for pages that have no other. */
const sharePictureOf = ({ home }: RenderedSite['pages']): string | null =>
  /property="og:image" content="__PUBLIC_URL__([^"]+)"/.exec(home?.html ?? '')?.[1] ?? null

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type SiteSource = () => Promise<Site>

export async function sendPlain(
  reply: FastifyReply,
  site: SiteSource,
  status: number,
  content: Page,
): Promise<FastifyReply> {
  const { plain } = await site()
  reply.code(status).header('content-security-policy', plain.csp).type('text/html; charset=utf-8')
  return reply.send(fillPlain(plain, content))
}

/**
 * Replaces the two markers in the frame. On a page that search engines may index, the page's own head tags replace the
 * robots tag.
 */
export function fillPlain({ html, ...shown }: PlainShell, content: Page): string {
  const { title, body, head } = renderPage(content, shown)
  return html
    .replaceAll('<!--title-->', () => title)
    .replace('<!--body-->', () => body)
    .replace(unlisted, () => head ?? unlisted)
}
