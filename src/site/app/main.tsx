import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isViewId, viewIds } from '#content/views.ts'
import '#ui/styles.ts'
import { release } from '#site/lib/api.ts'
import { whenIdle, whenRested } from '#site/lib/timing.ts'
import { startTracking, track } from '#site/lib/track.ts'
import { App } from './app.tsx'
import { loadDisplayFont } from './display-font.ts'
import { KeptPage } from './notices.tsx'
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

// A transition splits hydration into short tasks, so that a tap in between is handled first.
startTransition(() => {
  hydrateRoot(
    root,
    <KeptPage id={root.id}>
      <App first={{ view, Screen }} onReady={onReady} />
    </KeptPage>,
  )
})
void loadDisplayFont()

function onReady() {
  // In development, hot updates run the effects of a changed component again.
  if (window.boot?.isReady) return
  // Replays the clicks from before hydration in order.
  for (const target of window.boot?.ready() ?? []) target.click()
  loadTracker()
  whenRested(() => void getAhead())
}

/** Fetches all files into the cache, then imports the views one by one, so that no click waits for them. */
async function getAhead() {
  await fetchAhead()
  for (const view of viewIds) {
    await new Promise<void>(whenIdle)
    await loadScreen(view).catch(() => {})
  }
}

/**
 * Fetches every file of this page's release and the images further down into the browser's cache, so that views, forms
 * and the receipt then work offline. Files are fetched one at a time, so that the visitor's own requests do not wait. A
 * failed file is requested again when it is used.
 */
async function fetchAhead(): Promise<void> {
  // Development has no file list.
  if (import.meta.env.DEV) return
  for (const picture of document.images) picture.loading = 'eager'
  const list = await fetch(`/assets/ahead-${release()}.json`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<string[]>) : []))
    .catch(() => [])
  for (const file of list) {
    // An `Image` keeps it in memory: reading it from the cache would delay the view change.
    if (file.endsWith('.webp')) new Image().src = file
    else
      await fetch(file, { priority: 'low' })
        // Reads the whole body, because browsers cache only responses that are read.
        .then((answer) => answer.blob())
        .catch(() => {})
  }
}
