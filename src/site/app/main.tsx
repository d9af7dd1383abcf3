import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isViewId, viewIds } from '#content/views.ts'
import '#ui/styles.ts'
import { release } from '#site/lib/api.ts'
import { whenIdle, whenPageIdle } from '#site/lib/timing.ts'
import { startTracking, track } from '#site/lib/track.ts'
import { App } from './app.tsx'
import { loadDisplayFont } from './display-font.ts'
import { CrashSafePage } from './notices.tsx'
import { loadScreen } from './use-views.ts'

const root = document.getElementById('root')
if (!root) throw new Error('missing #root')

const seed = root.dataset.view ?? ''
const view = isViewId(seed) ? seed : 'home'
const loadTracker = startTracking()
track('page_view', { view, title: document.title })

const Screen = await loadScreen(view, true).catch((cause: unknown) => {
  track('error', { code: 'view_not_loaded', place: view, cause })
  throw cause
})

// A transition splits hydration into short tasks, so that taps between the tasks are handled first.
startTransition(() => {
  hydrateRoot(
    root,
    <CrashSafePage id={root.id}>
      <App first={{ view, Screen }} onReady={onReady} />
    </CrashSafePage>,
  )
})
void loadDisplayFont()

function onReady() {
  // In development, a hot update runs the effects of a changed component again.
  if (window.boot?.isReady) return
  // Replays the clicks made before hydration, in order.
  for (const target of window.boot?.ready() ?? []) target.click()
  loadTracker()
  whenPageIdle(() => void prefetchAndImport())
}

/** Fetches all files into the cache, then imports the views one by one, so that no click has to wait for them. */
async function prefetchAndImport() {
  await prefetchFiles()
  for (const view of viewIds) {
    await new Promise<void>(whenIdle)
    await loadScreen(view).catch(() => {})
  }
}

/**
 * Fetches all files from this page's release, and the images below, into the browser's cache, so that views, forms and
 * the receipt work offline later. Files are fetched one at a time, so that the visitor's own requests do not wait. A
 * file that fails to load is requested again when it is used.
 */
async function prefetchFiles(): Promise<void> {
  // There is no file list in development.
  if (import.meta.env.DEV) return
  for (const picture of document.images) picture.loading = 'eager'
  const list = await fetch(`/assets/ahead-${release()}.json`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<string[]>) : []))
    .catch(() => [])
  for (const file of list) {
    // An `Image` keeps the picture in memory: reading it from the cache would delay the view change.
    if (file.endsWith('.webp')) new Image().src = file
    else
      await fetch(file, { priority: 'low' })
        // Reads the complete body, because browsers cache only responses that are read to the end.
        .then((answer) => answer.blob())
        .catch(() => {})
  }
}
