import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunnableDevEnvironment, type Plugin, transformWithOxc, type ViteDevServer } from 'vite'
import { descriptions } from '#content/descriptions.ts'
import { isViewId, type ViewId, views } from '#content/views.ts'
import pictures from '#made/pictures.json'
import type { Config } from '#server/app/config/config.ts'
import { siteValues } from '#server/app/feature-settings.ts'
import { fillValues } from '#server/features/pages/values.ts'
import { documentHtml, webManifest } from '#site/app/document.ts'
import type * as Prerenderer from '#site/app/prerender.tsx'
import { bootScript } from '#tools/build/chunks.ts'
import { deskHtml } from '#tools/build/desk-page.ts'
import { mailPage } from './mail.ts'

/** The entry modules of the pages. */
export const entries = {
  site: 'src/site/app/main.tsx',
  desk: 'src/desk/app/main.tsx',
  gallery: 'tools/gallery/main.ts',
} as const

const boot = 'src/site/app/boot.ts'
const shared = { release: '0000000000', style: '' }
const scriptOf = (entry: string) => `<script type="module" src="/${entry}"></script>`

/** Exports of component modules that hot updates can ignore. */
const ignoredExports = `<script>window.__getReactRefreshIgnoredExports = () => ['laters']</script>`

/** Renders the pages of the site, desk, gallery and emails from the current sources. */
export function devPages(config: Config, publicUrl: string): Plugin {
  const fill = fillValues(siteValues(config, publicUrl))

  async function pageAt(vite: ViteDevServer, url: string): Promise<{ body: string; policy?: string } | null> {
    const { pathname, searchParams } = new URL(url, publicUrl)
    if (pathname.startsWith('/mail/')) return mailPage(join(config.dataDir, 'mail'), pathname)
    const html = await htmlAt(vite, pathname, searchParams)
    return html === null ? null : { body: await vite.transformIndexHtml(url, fill(html)) }
  }

  return {
    name: 'backline:pages',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        pageAt(vite, request.url ?? '/').then(
          (page) => {
            if (!page || request.method !== 'GET') return next()
            if (page.policy) response.setHeader('content-security-policy', page.policy)
            response.setHeader('content-type', 'text/html; charset=utf-8').end(page.body)
          },
          (error: Error) => {
            vite.ssrFixStacktrace(error)
            next(error)
          },
        )
      })
    },
  }
}

async function htmlAt(vite: ViteDevServer, pathname: string, query: URLSearchParams): Promise<string | null> {
  if (pathname.startsWith('/desk/')) return deskHtml(`/${entries.desk}`, [], [ignoredExports])
  if (/^\/gallery(\/|$)/.test(pathname))
    return documentHtml({ ...shared, title: 'Gallery', head: [scriptOf(entries.gallery)], body: '' })
  const view = query.get('view') || 'home'
  return pathname === '/' && !query.has('call') && isViewId(view) ? viewHtml(vite, view) : null
}

async function viewHtml(vite: ViteDevServer, view: ViewId): Promise<string> {
  const { renderView } = await loadRenderer(vite)
  const { code } = await transformWithOxc(await readFile(boot, 'utf8'), boot)
  return documentHtml({
    ...shared,
    view,
    title: views[view].title,
    description: descriptions[view],
    head: [ignoredExports],
    // If the script ends with a line comment, the line break keeps it from commenting out the code that follows.
    boot: bootScript(`${code}\n;`, [`/${entries.site}`, '/src/site/app/last-words.ts']),
    body: await renderView(view),
  })
}

function loadRenderer({ environments: { prerender } }: ViteDevServer): Promise<typeof Prerenderer> {
  if (!prerender || !isRunnableDevEnvironment(prerender)) throw new Error('missing prerender environment')
  return prerender.runner.import('/src/site/app/prerender.tsx')
}

/** Writes the folder from which the server reads the site: files, and the frames of pages that the server renders. */
export async function writeSiteFolder(vite: ViteDevServer, cache: string): Promise<void> {
  const folder = join(cache, 'site')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const from of ['public', 'made/site']) await cp(from, folder, { recursive: true })
  await cp('made/packs', join(cache, 'packs'), { recursive: true })
  await cp('made/fonts', join(cache, 'fonts'), { recursive: true })
  await writeFile(join(folder, 'manifest.webmanifest'), webManifest(pictures.icons))
  await writeFile(join(folder, 'desk.html'), '')
  const head = [scriptOf('src/site/app/plain-styles.ts')]
  const pages: Record<string, object> = {}
  for (const page of [{ name: 'home', title: '', body: '' }, ...(await loadRenderer(vite)).plainPages()]) {
    const html = await vite.transformIndexHtml('/', documentHtml({ ...shared, ...page, head }))
    await writeFile(join(folder, `${page.name}.html`), html)
    pages[page.name] = { file: `${page.name}.html`, csp: { style: [], script: [] } }
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ release: shared.release, pages }))
}
