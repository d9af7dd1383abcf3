import { afterEach, expect, it, vi } from 'vitest'
import { editsOfView, groupOf } from '#content/groups.ts'
import { type Edits, editableLeaves } from '#content/tree.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { renderView } from './prerender.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

for (const view of viewIds) await renderView(view)
/** Marks every text of the site. */
const marked: Edits = Object.fromEntries(
  editableLeaves().flatMap(({ path, original }) =>
    typeof original === 'string' && groupOf(path) !== undefined ? [[path, `${original}§`]] : [],
  ),
)

/** Renders a view as a program that starts with these edits. */
async function render(view: ViewId, edits: Edits): Promise<string> {
  vi.resetModules()
  vi.stubGlobal('publishedEdits', edits)
  return (await import('./prerender.tsx')).renderView(view)
}

it('finds every text of a view, of its dialogs and its frame among the edits that the page contains', async () => {
  expect(Object.keys(marked).length).toBeGreaterThan(1000)
  for (const view of viewIds) {
    const all = await render(view, marked)
    expect(await render(view, editsOfView(marked, view)), view).toBe(all)
    // Every word on the page comes from the texts, so each run of text has a mark.
    expect(all.match(/§/g)?.length, view).toBeGreaterThan(20)
  }
})
