import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type * as Pictures from '#pictures/render.ts'
import type { RenderedSite, SiteParts, SiteRenderer } from '#shared/contract/site-renderer.ts'
import type { RenderTask } from './rendering.ts'

// Runs in a worker thread, because rendering all pages and pictures takes seconds. The thread ends afterward, so that
// nothing remains of a publication's texts.
const { edits, logo } = workerData as RenderTask
/** Contains the renderer, and the parts of pages that only the build knows. */
const folder = new URL('../prerender/', import.meta.url)
// The texts apply these edits when they are imported.
Object.assign(globalThis, { publishedEdits: edits })
const parts = JSON.parse(await readFile(new URL('parts.json', folder), 'utf8')) as SiteParts
const { renderSite } = (await import(new URL('prerender.js', folder).href)) as SiteRenderer
const { renderPictures } = (await import(new URL('pictures.js', folder).href)) as typeof Pictures
const { files, share, icons } = renderPictures(logo, fileURLToPath(new URL('../fonts', folder)))
const rendered = await renderSite({ ...parts, pictures: { share, icons } })
parentPort?.postMessage({ ...rendered, files: Object.fromEntries(files) } satisfies RenderedSite)
