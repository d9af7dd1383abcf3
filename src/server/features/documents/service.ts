import type { FastifyInstance } from 'fastify'
import type { DataHandling } from '#content/data-handling.ts'
import { imprint } from '#content/document-imprint.ts'
import type { SiteDocument } from '#content/document-parts.ts'
import { privacyNotice } from '#content/document-privacy.ts'
import { terms } from '#content/document-terms.ts'
import { type DocumentId, documents } from '#content/documents.ts'
import { documentPage } from '#plain/document-page.tsx'
import type { Page } from '#plain/page.tsx'
import {
  compressPage,
  fillPlain,
  type PlainShell,
  type SiteFile,
  type SiteSource,
  sendFile,
} from '#server/features/pages/service.ts'
import { cached } from '#server/lib/cached.ts'
import type { Database } from '#server/lib/db/database.ts'
import { preferredHourCycle } from '#server/lib/http/request-origin.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { HourCycle } from '#shared/lib/local-time.ts'
import { readPracticeFacts } from './queries.ts'

/**
 * Facts from the server's settings; other facts come from the database. `interactionDays` applies unless an owner has
 * set another number in the desk.
 */
export type PracticeSettings = Omit<DataHandling, 'peopleDays' | 'webhooks' | 'calendars' | 'hasFeeds'>

interface DocumentsContext {
  settings: PracticeSettings
  database: Database
  clock: Clock
  site: SiteSource
}

/** Facts for documents that are built without a database. */
const withoutDatabase = { peopleDays: null, webhooks: [], calendars: [], hasFeeds: false }

/** Only the privacy notice reads the database, so the other documents work without it. */
async function documentOf(id: DocumentId, practice: () => Promise<DataHandling>): Promise<SiteDocument> {
  switch (id) {
    case 'privacy':
      return privacyNotice(await practice())
    case 'terms':
      return terms
    case 'imprint':
      return imprint
  }
}

const documentIds = Object.keys(documents) as DocumentId[]

export function documentsOf(settings: PracticeSettings): Promise<[DocumentId, Page][]> {
  const practice = async () => ({ ...settings, ...withoutDatabase })
  return Promise.all(
    documentIds.map(async (id) => [id, documentPage(id, await documentOf(id, practice), null)] as [DocumentId, Page]),
  )
}

/** Returns each document as a page that is ready to send. A page is rendered again only after a change. */
function openDocuments(context: DocumentsContext): (id: DocumentId, cycle: HourCycle | null) => Promise<SiteFile> {
  const practice = openPractice(context)
  const drawn = new Map<string, { words: string; plain: PlainShell; page: Promise<SiteFile> }>()
  return async (id, cycle) => {
    const [document, { plain }] = await Promise.all([documentOf(id, practice), context.site()])
    const words = JSON.stringify(document)
    const key = `${id} ${cycle}`
    const last = drawn.get(key)
    if (last?.words === words && last.plain === plain) return last.page
    const page = compressPage(fillPlain(plain, documentPage(id, document, cycle)), plain.csp)
    drawn.set(key, { words, plain, page })
    return page
  }
}

function openPractice({ database, clock, settings }: DocumentsContext): () => Promise<DataHandling> {
  return cached(clock, async () => {
    const facts = await readPracticeFacts(database)
    return {
      ...settings,
      interactionDays: facts.interaction_days ?? settings.interactionDays,
      peopleDays: facts.people_days,
      webhooks: facts.webhooks,
      calendars: facts.calendars,
      hasFeeds: facts.has_feeds,
    }
  })
}

export async function documentRoutes(app: FastifyInstance, context: DocumentsContext): Promise<void> {
  const pageOf = openDocuments(context)
  for (const id of documentIds) {
    app.get(`/${id}`, async (request, reply) =>
      sendFile(request, reply.header('vary', 'Accept-Language'), await pageOf(id, preferredHourCycle(request))),
    )
    app.get(`/${id}/`, async (_request, reply) => reply.redirect(`/${id}`, 308))
  }
}
