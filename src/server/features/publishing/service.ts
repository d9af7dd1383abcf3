import { editsOfDesk, editsOfViews } from '#content/groups.ts'
import { applyEdits, type Edits, originalOf } from '#content/tree.ts'
import type { Picture } from '#pictures/look.ts'
import { makeSiteFile, replacePages, type Site, type SiteFile } from '#server/features/pages/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { RenderedPage, RenderedSite } from '#shared/contract/site-renderer.ts'
import { otherEditsPath } from '#shared/lib/edits-script.ts'
import { type LiveSite, readDraftEdits, readLiveSite, readPublishedEdits, readSiteFile } from './queries.ts'
import { markPreview, type renderInWorker } from './rendering.ts'

export interface PublishingContext {
  database: Database
  log: Log
  /** The site as the build made it. */
  built: () => Promise<Site>
  render: typeof renderInWorker
}

export interface Draft {
  site: Site
  edits: Edits
}

export interface Publishing {
  /** The site that visitors see. */
  site: () => Promise<Site>
  /** Shows the live publication and the current settings if they have changed. */
  refresh: () => Promise<void>
  /** The site with the draft, and the edits of the draft. */
  draft: () => Promise<Draft>
}

/** Serves the live publication, and the draft for previews. */
export function openPublishing({ database, log, render, ...context }: PublishingContext): Publishing {
  let shown: { key: string; site: Site } | null = null
  let refreshed: Promise<void> = Promise.resolve()
  const lastDraft = keepLast<Draft>()
  /** A publication shows what its preview has shown, so it need not be rendered again. */
  const lastRendered = keepLast<RenderedSite>()

  async function built(): Promise<Site> {
    const site = await context.built()
    return { ...site, earlier: async (path) => (await readStored(database, path)) ?? site.earlier(path) }
  }

  async function readLogo({ 'look.logo': path }: Edits): Promise<Picture | null> {
    const [, name, ending] = /^\/files\/([\da-f]{64}\.(svg|png))$/.exec(String(path)) ?? []
    const content = name && (await readSiteFile(database, name))
    return content ? { type: ending === 'svg' ? 'image/svg+xml' : 'image/png', content } : null
  }

  async function siteWith(edits: Edits, id: string, mark = (page: RenderedPage) => page): Promise<Site> {
    const renderEdits = async () => render({ edits, logo: await readLogo(edits) })
    const { pages, files, manifest } = await lastRendered(JSON.stringify(edits), renderEdits)
    const path = `/edits/${id}.json`
    const marked = Object.entries(pages).map(([name, page]) => [
      name,
      mark({ ...page, html: page.html.replace(otherEditsPath, path) }),
    ])
    const rendered = {
      pages: Object.fromEntries(marked),
      manifest,
      files: { ...files, [path]: JSON.stringify(editsOfViews(edits)) },
    }
    const site = await replacePages(await built(), rendered, editsOfDesk(edits))
    return { ...site, files: new Map([...site.files, ...(await readPictures(database, edits))]) }
  }

  async function refreshNow(): Promise<void> {
    const live = await readLiveSite(database)
    const key = keyOf(live.publication, live)
    if (shown?.key === key) return
    const edits = { ...(await readPublishedEdits(database, live.publication)), ...settingEdits(live) }
    const isBuilt = Object.keys(edits).length === 0
    const site = isBuilt ? await built() : await siteWith(edits, String(live.publication))
    // Emails and the pages that the server renders change together with the views.
    applyEdits(edits)
    shown = { key, site }
  }

  /** Waits for runs that have already begun, because they may have read the database before the caller's change. */
  function refresh(): Promise<void> {
    refreshed = refreshed.catch(() => {}).then(refreshNow)
    return refreshed
  }

  return {
    refresh,
    async site() {
      if (shown === null) {
        await refresh().catch((error: unknown) => log.error({ err: error }, 'publication could not be shown'))
      }
      return shown?.site ?? built()
    },
    async draft() {
      const live = await readLiveSite(database)
      const id = `draft-${live.revision}`
      return lastDraft(keyOf(id, live), async () => {
        const edits = { ...(await readDraftEdits(database)), ...settingEdits(live) }
        return { site: unstored(await siteWith(edits, id, markPreview)), edits }
      })
    },
  }
}

/** An uploaded SVG file may only draw: no script runs and nothing is loaded, even if a browser opens it as a page. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Reads an uploaded picture, or the edits that pages of an earlier publication still request. */
async function readStored(database: Database, path: string): Promise<SiteFile | undefined> {
  const [, picture] = /^\/files\/([\da-f]{64}\.(?:svg|png))$/.exec(path) ?? []
  const content = picture && (await readSiteFile(database, picture))
  if (content) return { ...(await makeSiteFile(path, content)), csp: picturePolicy }
  const [, publication] = /^\/edits\/(\d{1,15})\.json$/.exec(path) ?? []
  const edits = publication && (await readPublishedEdits(database, Number(publication)))
  return edits ? makeSiteFile(path, JSON.stringify(editsOfViews(edits))) : undefined
}

/** The uploaded pictures that these edits show, by their paths. */
async function readPictures(database: Database, edits: Edits): Promise<[string, SiteFile][]> {
  const paths = JSON.stringify(edits).match(/(?<=")\/files\/[^"]+/g) ?? []
  const files = await Promise.all(paths.map(async (path) => [path, await readStored(database, path)] as const))
  return files.flatMap(([path, file]) => (file ? [[path, file]] : []))
}

/** Returns a function that makes a value again only if the key has changed or the last attempt failed. */
function keepLast<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let last: { key: string; value: Promise<Value> } | null = null
  return (key, make) => {
    if (last?.key === key) return last.value
    const made = { key, value: make() }
    made.value.catch(() => {
      if (last === made) last = null
    })
    last = made
    return made.value
  }
}

/** Browsers must not store the pages of a draft. */
const unstored = (site: Site): Site => ({
  ...site,
  views: new Map([...site.views].map(([id, file]) => [id, { ...file, cacheControl: 'private, no-store' }])),
})

const keyOf = (publication: string | number, { settings }: LiveSite) => JSON.stringify([publication, settings])

/** The settings that differ from the originals, as edits of the texts that contain them. */
const settingEdits = ({ settings }: LiveSite): Edits =>
  Object.fromEntries(
    Object.entries(settings)
      .map(([name, value]) => [`promises.${name}`, String(value)] as const)
      .filter(([path, value]) => originalOf(path) !== value),
  )
