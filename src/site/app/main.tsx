import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isViewId, viewIds } from '#content/views.ts'
import '#ui/styles.ts'
import { fetchAhead } from '#site/lib/fetch-ahead.ts'
import { whenIdle, whenRested } from '#site/lib/rest.ts'
import { startTracking, track } from '#site/lib/track.ts'
import { App } from './app.tsx'
import { loadDisplayFont } from './display-font.ts'
import { KeptPage } from './kept-page.tsx'
import { loadScreen } from './views.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')

const seed = root.dataset.view ?? ''
const view = isViewId(seed) ? seed : 'home'
const loadTracker = startTracking()
track('page_view', { view, title: document.title })

const Screen = await loadScreen(view, true).catch((cause: unknown) => {
  track('error', { code: 'view_not_loaded', place: view, cause })
  throw cause
})

// In a transition, hydration is split into short tasks, so that a tap in between is handled first.
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
  // Replays the clicks from before hydration, in their order.
  for (const target of window.boot?.ready() ?? []) target.click()
  loadTracker()
  whenRested(() => void getAhead())
}

/** All files into the cache, then the views into the program, one by one, so that no press waits for them. */
async function getAhead() {
  await fetchAhead()
  for (const view of viewIds) {
    await new Promise<void>(whenIdle)
    await loadScreen(view).catch(() => {})
  }
}
