import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Edits } from '#content/tree.ts'
import type { RenderedSite } from '#shared/contract/site-renderer.ts'

/** An uploaded picture. */
export interface StoredPicture {
  readonly type: 'image/svg+xml' | 'image/png'
  readonly content: Uint8Array
}

export interface RenderTask {
  /** The URL of the folder that contains the renderer and the parts of pages that only the build knows. */
  readonly folder: string
  readonly edits: Edits
  /** The path of the edits that a page does not contain. */
  readonly moreEdits: string | undefined
  readonly logo: StoredPicture | null
}

/** The build puts the compiled worker next to the server, and the renderer into its own folder. */
const worker = new URL('./site-worker.js', import.meta.url)
const folder = new URL('../prerender/', import.meta.url)

/** Renders all pages and pictures with these edits. Rejects if rendering takes longer than half a minute. */
export async function renderInWorker(task: Omit<RenderTask, 'folder'>): Promise<RenderedSite> {
  const workerData: RenderTask = { folder: folder.href, ...task }
  const thread = new Worker(worker, { workerData })
  try {
    const [rendered] = await once(thread, 'message', { signal: AbortSignal.timeout(30_000) })
    return rendered as RenderedSite
  } finally {
    await thread.terminate()
  }
}
