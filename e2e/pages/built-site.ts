import { parseHTML } from 'linkedom'
import { type ViewId, viewIds } from '#content/views.ts'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { loadSite } from '#server/features/pages/service.ts'

export const publicUrl = 'https://site.example'

export const addressOf = (view: ViewId): string => (view === 'home' ? '/' : `/?view=${view}`)

/** Returns the text on one line and in lower case, because styles may capitalize it. */
export const wordsIn = (element: Element | null): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim().toLowerCase()

/** The complete built server in this process, with site and packs, for tests that need no browser. */
export async function builtSite() {
  const site = await loadSite('dist/site', {
    publicUrl,
    publishableKey,
    supabaseUrl: null,
    signInServices: [],
  })
  const running = await appForTest(publicUrl, {
    site: async () => site,
    packs: await loadPacks('dist/packs'),
  })
  const ask = (url: string, headers: Record<string, string> = {}) => running.app.inject({ url, headers })
  const open = async (url: string): Promise<Document> => parseHTML((await ask(url)).body).document
  const opened = await Promise.all(viewIds.map(async (view) => [view, await open(addressOf(view))] as const))
  return {
    ...running,
    ask,
    open,
    /** Each view as it appears without JavaScript. */
    pages: Object.fromEntries(opened) as Record<ViewId, Document>,
  }
}
