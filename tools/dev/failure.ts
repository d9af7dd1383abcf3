import { stripVTControlCharacters } from 'node:util'
import { escaped } from '#tools/build/document.ts'
import { NoServer } from './server.ts'
import { plainStart } from './vite.ts'

/** The page that is shown when rendering failed. It reloads by itself when a file changes. */
export function failurePage(error: unknown, nonce: string): { status: number; body: string } {
  const isDown = error instanceof NoServer
  const title = isDown ? 'The server does not run' : 'This page cannot be rendered'
  const said =
    error instanceof Error ? (isDown ? error.message : (error.stack ?? error.message)) : String(error)
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="color-scheme" content="light dark"><meta property="csp-nonce" nonce="${nonce}">
<script type="module" src="${plainStart}"></script></head><body><h1>${title}</h1>
<pre>${escaped(stripVTControlCharacters(said))}</pre><p>When it is mended, this page loads again.</p></body></html>`
  return { status: isDown ? 503 : 500, body }
}
