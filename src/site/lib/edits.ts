import { addEdits, type Edits } from '#content/tree.ts'
import { editsElement } from '#shared/lib/edits-script.ts'

let loading: Promise<void> | null = null

/**
 * Loads the edits of the other views, which the page's HTML does not contain, once and before another view is shown.
 * Rejects if they cannot be loaded; the next call tries again.
 */
export function loadOtherEdits(): Promise<void> | null {
  const path = import.meta.env.SSR ? undefined : document.getElementById(editsElement)?.dataset.more
  if (path) loading ??= fetchEdits(path)
  return loading
}

async function fetchEdits(path: string): Promise<void> {
  try {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`edits: ${response.status}`)
    addEdits((await response.json()) as Edits)
  } catch (error) {
    loading = null
    throw error
  }
}
