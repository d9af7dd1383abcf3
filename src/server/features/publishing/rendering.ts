import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { previewWords } from '#content/preview.ts'
import type { Edits } from '#content/tree.ts'
import type { Picture } from '#pictures/look.ts'
import type { RenderedPage, RenderedSite } from '#shared/contract/site-renderer.ts'

export interface RenderTask {
  readonly edits: Edits
  readonly logo: Picture | null
}

/** The build puts the compiled worker next to the server. */
const worker = new URL('./site-worker.js', import.meta.url)

/** Renders all pages and pictures with these edits. Rejects if rendering takes longer than half a minute. */
export async function renderInWorker(workerData: RenderTask): Promise<RenderedSite> {
  const thread = new Worker(worker, { workerData })
  try {
    const [rendered] = await once(thread, 'message', { signal: AbortSignal.timeout(30_000) })
    return rendered as RenderedSite
  } finally {
    await thread.terminate()
  }
}

const bar = `<p id="preview">${previewWords.text} <a href="/preview/end">${previewWords.end}</a></p>`
const barStyle =
  '#preview{position:sticky;bottom:0;margin:0;padding:.75rem 1rem;background:var(--ink);color:var(--paper)}' +
  '#preview a{color:inherit;white-space:nowrap}'

/** Adds a bar that says that the page is a preview. The site's script counts no visits on such a page. */
export const markPreview = ({ html, style, script }: RenderedPage): RenderedPage => ({
  html: html.replace('</style>', `${barStyle}</style>`).replace('</body>', `${bar}</body>`),
  style: style + barStyle,
  script,
})
