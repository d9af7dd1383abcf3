import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DataHandling } from '#content/data-handling.ts'
import { imprint } from '#content/document-imprint.ts'
import { documentWords, type SiteDocument } from '#content/document-parts.ts'
import { privacyNotice } from '#content/document-privacy.ts'
import { terms } from '#content/document-terms.ts'
import { type DocumentId, documents } from '#content/documents.ts'
import { withEdits } from '#content/tree.ts'
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
import type { Draft } from '#server/features/publishing/service.ts'
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
  preview?: (request: FastifyRequest) => Promise<Draft | null>
}

/** Facts for documents that are built without a database. */
const withoutDatabase = { peopleDays: null, webhooks: [], calendars: [], hasFeeds: false }

/** Only the privacy notice needs the facts, so the other documents work without the database. */
function documentOf(id: DocumentId, facts: DataHandling | null): SiteDocument {
  if (id !== 'privacy') return { terms, imprint }[id]
  if (!facts) throw new Error('privacy notice lacks facts')
  return privacyNotice(facts)
}

const documentIds = Object.keys(documents) as DocumentId[]

export const documentsOf = (settings: PracticeSettings): [DocumentId, Page][] =>
  documentIds.map((id) => [id, documentPage(id, documentOf(id, { ...settings, ...withoutDatabase }), null)])

/** The document with the texts of the draft. */
function draftPage(id: DocumentId, cycle: HourCycle | null, { site, edits }: Draft, facts: DataHandling) {
  const { plain } = site
  const html = withEdits(edits, () => fillPlain(plain, documentPage(id, documentOf(id, facts), cycle)))
  return compressPage(html, plain.csp)
}

/** Returns each document as a page that is ready to send. A page is rendered again only after a change. */
function openDocuments(
  context: DocumentsContext,
  practice: () => Promise<DataHandling>,
): (id: DocumentId, cycle: HourCycle | null) => Promise<SiteFile> {
  const drawn = new Map<string, { words: string; plain: PlainShell; page: Promise<SiteFile> }>()
  return async (id, cycle) => {
    const [facts, { plain }] = await Promise.all([id === 'privacy' ? practice() : null, context.site()])
    const document = documentOf(id, facts)
    const words = JSON.stringify([document, documentWords])
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
  const practice = openPractice(context)
  const pageOf = openDocuments(context, practice)
  for (const id of documentIds) {
    app.get(`/${id}`, async (request, reply) => {
      const cycle = preferredHourCycle(request)
      const draft = await context.preview?.(request)
      const page = draft ? await draftPage(id, cycle, draft, await practice()) : await pageOf(id, cycle)
      return sendFile(request, reply.header('vary', 'Accept-Language'), page)
    })
    app.get(`/${id}/`, async (_request, reply) => reply.redirect(`/${id}`, 308))
  }
}
