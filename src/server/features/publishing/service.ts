import type { promises } from '#content/claims.ts'
import { editsOfDesk, editsOfViews } from '#content/groups.ts'
import { applyEdits, type Edits, originalOf } from '#content/tree.ts'
import { replacePages, type Site, type SiteValues } from '#server/features/pages/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { RenderedSite } from '#shared/contract/site-renderer.ts'
import { markPreview } from './preview-bar.ts'
import { type LiveSite, readDraftEdits, readLiveSite, readPublishedEdits, readSiteFile } from './queries.ts'
import type { renderInWorker, StoredPicture } from './rendering.ts'

export interface PublishingContext {
  database: Database
  log: Log
  /** The site as the build made it. */
  built: () => Promise<Site>
  values: () => SiteValues
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

/** The path of the edits in a rendered page, before the site has an id. */
const anyEdits = '/edits/__ID__.json'

/** Serves the live publication, and the draft for previews. */
export function openPublishing({ database, log, built, values, render }: PublishingContext): Publishing {
  let shown: { key: string; site: Site } | null = null
  let draft: { key: string; made: Promise<Draft> } | null = null
  let refreshing: Promise<void> | null = null
  /** The last rendering. A publication shows what its preview has shown, so it need not be rendered again. */
  let last: { edits: string; rendered: Promise<RenderedSite> } | null = null

  async function readLogo({ 'look.logo': path }: Edits): Promise<StoredPicture | null> {
    const [, id] = /^\/files\/([\da-f]{64})\./.exec(String(path)) ?? []
    return id === undefined ? null : readSiteFile(database, id)
  }

  async function siteWith(edits: Edits, id: string, mark = (rendered: RenderedSite) => rendered): Promise<Site> {
    const others = editsOfViews(edits)
    const hasOthers = Object.keys(others).length > 0
    const key = JSON.stringify(edits)
    if (last?.edits !== key) {
      const logo = await readLogo(edits)
      last = { edits: key, rendered: render({ edits, moreEdits: hasOthers ? anyEdits : undefined, logo }) }
      last.rendered.catch(() => {
        last = null
      })
    }
    const { pages, ...site } = await last.rendered
    const path = `/edits/${id}.json`
    const named = Object.entries(pages).map(([name, page]) => [
      name,
      { ...page, html: page.html.replace(anyEdits, path) },
    ])
    const files = hasOthers ? { [path]: JSON.stringify(others) } : {}
    const rendered = mark({ ...site, pages: Object.fromEntries(named) })
    return replacePages(await built(), values(), rendered, files, editsOfDesk(edits))
  }

  async function refreshNow(): Promise<void> {
    const live = await readLiveSite(database)
    const key = keyOf(live.publication, live)
    if (shown?.key === key) return
    const { publication } = live
    const published = publication === null ? {} : await readPublishedEdits(database, publication)
    const edits = { ...published, ...settingEdits(live) }
    const isBuilt = Object.keys(edits).length === 0
    const site = isBuilt ? await built() : await siteWith(edits, String(live.publication ?? 0))
    // Emails and the pages that the server renders change together with the views.
    applyEdits(edits)
    shown = { key, site }
  }

  /** A run that has already begun may have read the database before the caller's change. */
  async function refresh(): Promise<void> {
    while (refreshing) await refreshing.catch(() => {})
    refreshing = refreshNow().finally(() => {
      refreshing = null
    })
    return refreshing
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
      const key = keyOf(`draft-${live.revision}`, live)
      if (draft?.key !== key) {
        const edits = { ...(await readDraftEdits(database)), ...settingEdits(live) }
        const made = siteWith(edits, `draft-${live.revision}`, markPreview).then((site) => ({
          site: unstored(site),
          edits,
        }))
        draft = { key, made }
        made.catch(() => {
          draft = null
        })
      }
      return draft.made
    },
  }
}

/** Browsers must not store the pages of a draft. */
const unstored = (site: Site): Site => ({
  ...site,
  views: new Map([...site.views].map(([id, file]) => [id, { ...file, cacheControl: 'private, no-store' }])),
})

const keyOf = (publication: string | number | null, { settings }: LiveSite) => JSON.stringify([publication, settings])

/** The settings that differ from the originals, as edits of the texts that contain them. */
function settingEdits({ settings }: LiveSite): Edits {
  const current: Record<keyof typeof promises, number> = {
    answerHours: settings.answer_hours,
    callMinutes: settings.call_minutes,
    weeklyCapacity: settings.weekly_capacity,
  }
  return Object.fromEntries(
    Object.entries(current)
      .map(([name, value]) => [`promises.${name}`, String(value)] as const)
      .filter(([path, value]) => originalOf(path) !== value),
  )
}
