import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type EnvironmentModuleNode, transformWithOxc, type ViteDevServer } from 'vite'
import { isViewId, type ViewId } from '#content/views.ts'
import { bootScript } from '#tools/build/chunks.ts'
import { documentHtml, escaped } from '#tools/build/document.ts'
import { deskHtml } from '#tools/build/write-desk.ts'
import { NoServer } from './server.ts'
import type { StandIn } from './stand-ins.ts'
import { deskStart, galleryStart, loadRenderer, plainStart, runnerOf, siteStart } from './vite.ts'

const boot = 'src/site/app/boot.ts'
const lastWords = '/src/site/app/last-words.ts'
const shared = { release: '0000000000', style: '' }

/** By this nonce Vite and the policy recognise what hot updates insert into the page. */
const nonceMeta = (nonce: string) => `<meta property="csp-nonce" nonce="${nonce}">`

/** Renders the page of a placeholder file as the build would, from the current sources. */
export async function writePage(
  vite: ViteDevServer,
  { page, fill }: StandIn,
  nonce: string,
  /** Whether the request is safe to repeat; a submitted form is not. */
  isAsked: boolean,
): Promise<string> {
  if (page === 'desk') return fill(deskHtml(deskStart, [], [nonceMeta(nonce)]))
  const renderer = await loadRenderer(vite)
  if (!isViewId(page)) {
    const plain = renderer.plainPages().find(({ name }) => name === page)
    if (!plain) throw new Error(`the site has no page ${page}`)
    const head = [nonceMeta(nonce), ...(await stylesOf(vite, null, nonce))]
    if (isAsked) head.push(scriptOf(plainStart))
    return fill(documentHtml({ ...shared, ...plain, nonce, head }))
  }
  const body = await renderer.renderView(page)
  return fill(
    documentHtml({
      ...shared,
      nonce,
      view: page,
      title: renderer.views[page].title,
      description: renderer.descriptions[page],
      head: [nonceMeta(nonce), ...(await stylesOf(vite, page, nonce))],
      boot: await bootOf(),
      body,
    }),
  )
}

/** The gallery is for development alone: the server does not know it. */
export const galleryHtml = (nonce: string) =>
  documentHtml({
    ...shared,
    title: 'Gallery',
    nonce,
    head: [nonceMeta(nonce), scriptOf(galleryStart)],
    body: '',
  })

/** What is shown when rendering failed. It reloads by itself when a file changes. */
export function failureHtml(error: unknown, nonce: string): string {
  const isDown = error instanceof NoServer
  const title = isDown ? 'The server does not run' : 'This page cannot be rendered'
  const { message, stack } = error instanceof Error ? error : { message: String(error) }
  const said = escaped(stripVTControlCharacters(isDown ? message : (stack ?? message)))
  const body = `<h1>${title}</h1><pre>${said}</pre><p>When it is mended, this page loads again.</p>`
  return documentHtml({ ...shared, title, nonce, head: [nonceMeta(nonce), scriptOf(plainStart)], body })
}

const scriptOf = (start: string) => `<script type="module" src="${start}"></script>`

async function bootOf(): Promise<string> {
  const { code } = await transformWithOxc(await readFile(boot, 'utf8'), boot)
  // The script may end in a line comment, which must not swallow what follows.
  return bootScript(`${code}\n;`, [siteStart, lastWords])
}

/**
 * The styles of the rendered modules, from Vite's module graph, in the form in which Vite's client inserts them: it
 * adopts these elements and updates them.
 */
async function stylesOf(vite: ViteDevServer, view: ViewId | null, nonce: string): Promise<string[]> {
  const root = vite.environments.prerender?.moduleGraph.getModuleById(resolve('src/site/app/prerender.tsx'))
  const files = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const visit = (module: EnvironmentModuleNode) => {
    const [, screen = view] = /\/src\/site\/screens\/([^/]+)\//.exec(module.id ?? '') ?? []
    if (seen.has(module) || screen !== view) return
    seen.add(module)
    for (const imported of module.importedModules) visit(imported)
    if (module.url.endsWith('.css')) files.add(module.url)
  }
  if (root) visit(root)
  return Promise.all(
    [...files].map(async (url) => {
      // Not from the browser's modules: there a second form, which nothing imports, would reload the page at each change.
      const { default: style } = await runnerOf(vite).import<{ default: string }>(`${url}?inline`)
      return `<style nonce="${nonce}" data-vite-dev-id="${resolve(`.${url}`)}">${style}</style>`
    }),
  )
}
