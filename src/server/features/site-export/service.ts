import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownDataLink } from '#content/documents.ts'
import { forms } from '#content/forms.ts'
import { ownData } from '#content/own-data.ts'
import { answerPage } from '#plain/form-pages.tsx'
import type { Page } from '#plain/page.tsx'
import { type PackFiles, packDisposition } from '#server/features/packs/service.ts'
import { fillPlain, type Site, type SiteFile } from '#server/features/pages/service.ts'
import { securityPath, securityText } from '#server/features/security-contact/service.ts'
import { securityHeaders } from '#server/lib/http/headers.ts'
import {
  type ExportedPage,
  folderOf,
  redirectToDesk,
  redirectToFolder,
  showDeskAddress,
  showQuery,
  withFolders,
  withMailForms,
  withPolicy,
  withScript,
} from './pages.ts'

/** Thrown if the folder has content that must not be replaced. */
export class FolderInUse extends Error {}

interface ExportOptions {
  readonly site: Site
  readonly packs: PackFiles
  readonly documents: readonly (readonly [id: string, page: Page])[]
  readonly publicUrl: string
  readonly now: number
}

/** Writes the complete site as files for any web server. Returns the number of files. */
export async function exportSite(
  folder: string,
  { site, packs, documents, publicUrl, now }: ExportOptions,
): Promise<number> {
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0) throw new FolderInUse(`${folder} is not empty: choose a new folder or empty it first.`)
  const files = new Map<string, string | Buffer>()
  const views = [...site.views.keys()].filter((view) => view !== 'home')

  const put = (path: string, page: ExportedPage) =>
    files.set(path, withFolders(withPolicy(withMailForms(page)), publicUrl))
  for (const [view, file] of site.views) {
    const script = view === 'home' ? redirectToFolder(views) : showQuery(view)
    put(`${folderOf(view)}index.html`, withScript(pageOf(file), script))
  }
  put('/404.html', withScript(pageOf(site.notFound), redirectToDesk))
  put('/desk/index.html', withScript(pageOf(site.desk), showDeskAddress))
  const said = {
    '/forms/booking': forms.elsewhere.form,
    '/forms/message': forms.elsewhere.form,
    '/call': forms.elsewhere.call,
    [ownDataLink.href]: ownData.elsewhere,
  }
  for (const [path, words] of Object.entries(said)) {
    const html = fillPlain(site.plain, answerPage(words))
    put(`${path}/index.html`, { html, policy: site.plain.csp })
  }
  for (const [id, page] of documents) {
    put(`/${id}/index.html`, { html: fillPlain(site.plain, page), policy: site.plain.csp })
  }
  for (const [path, file] of site.files) {
    const bytes = bytesOf(file)
    files.set(path, path.endsWith('.xml') ? withFolders(String(bytes), publicUrl) : bytes)
  }
  files.set(securityPath, securityText(publicUrl, now))
  files.set('/_headers', headersFile(publicUrl, packs))

  for (const [path, content] of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
  for (const { file } of packs.files.values()) await cp(join(packs.folder, file), join(folder, 'packs', file))
  return files.size + packs.files.size
}

function bytesOf({ bodies }: SiteFile): Buffer {
  const whole = bodies.get('identity')
  if (!whole) throw new Error('file has no body')
  return whole.bytes
}

function pageOf(file: SiteFile): ExportedPage {
  if (file.csp === null) throw new Error('page has no policy')
  return { html: String(bytesOf(file)), policy: file.csp }
}

const immutable = 'Cache-Control: public, max-age=31536000, immutable'

/**
 * Our server's headers for each file, in the `_headers` format that Netlify, Cloudflare Pages and other hosts read.
 * Each page contains its own policy; a second policy, which only restricts framing, is sent with every file.
 */
function headersFile(publicUrl: string, packs: PackFiles): string {
  const { 'content-security-policy': _, ...others } = securityHeaders(publicUrl)
  const everywhere = [
    "content-security-policy: frame-ancestors 'none'",
    ...Object.entries(others).map(([name, value]) => `${name}: ${value}`),
  ]
  const rules: [path: string, lines: readonly string[]][] = [
    ['/*', everywhere],
    ['/assets/*', [immutable]],
    ['/desk/assets/*', [immutable]],
    ['/desk/*', ['X-Robots-Tag: noindex']],
    ...[...packs.files.values()].map((pack): [string, string[]] => [
      `/packs/${pack.file}`,
      [`Content-Disposition: ${packDisposition(pack)}`],
    ]),
  ]
  return rules.map(([path, lines]) => `${path}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('\n')
}
