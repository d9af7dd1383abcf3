import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { SiteParts, SiteRenderer } from '#shared/contract/site-renderer.ts'
import type { RenderTask } from './rendering.ts'

// Runs in a worker thread, because rendering all pages takes about a second. The thread ends afterward, so that nothing
// remains of a publication's texts.
const { folder, edits, moreEdits } = workerData as RenderTask
// The texts apply these edits when they are imported.
Object.assign(globalThis, { publishedEdits: edits })
const parts = JSON.parse(await readFile(new URL('parts.json', folder), 'utf8')) as SiteParts
const renderer = (await import(new URL('prerender.js', folder).href)) as SiteRenderer
parentPort?.postMessage(await renderer.renderSite(parts, moreEdits))
