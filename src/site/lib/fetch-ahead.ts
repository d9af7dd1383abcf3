import { release } from './release.ts'

/**
 * Fetches every file of this page's release and the pictures further down, so that from here on no view, form or
 * receipt needs a connection. The files come one after the other, so that what the visitor asks for meanwhile does not
 * wait, and go to the browser's cache alone. What does not come is asked for again when it is used.
 */
export async function fetchAhead(): Promise<void> {
  // Development serves sources, of which there is no list.
  if (import.meta.env.DEV) return
  for (const picture of document.images) picture.loading = 'eager'
  const list = await fetch(`/assets/ahead-${release()}.json`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<string[]>) : []))
    .catch(() => [])
  for (const file of list) {
    // As a picture it stands in the page's memory: read from the cache, it holds up the change to its view.
    if (file.endsWith('.webp')) new Image().src = file
    else
      await fetch(file, { priority: 'low' })
        // Its whole body, since a browser keeps no answer that is not read.
        .then((answer) => answer.blob())
        .catch(() => {})
  }
}
