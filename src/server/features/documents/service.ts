import { imprint } from '#content/document-imprint.ts'
import type { SiteDocument } from '#content/document-parts.ts'
import { privacyNotice } from '#content/document-privacy.ts'
import { terms } from '#content/document-terms.ts'
import { type DocumentId, documents } from '#content/documents.ts'
import type { Practice } from '#content/practice.ts'
import { documentPage } from '#plain/document-page.tsx'
import type { Page } from '#plain/page.ts'
import { fillPlain, type PlainShell, packPage, type SiteFile } from '#server/features/pages/service.ts'
import { lately } from '#server/lib/lately.ts'
import { readPracticeFacts } from './queries.ts'
import type { DocumentsContext, PracticeSettings } from './types.ts'

export type { PracticeSettings } from './types.ts'

/** The facts for documents that are built without a database. */
const withoutDatabase = { peopleDays: null, webhooks: [], calendars: [], hasFeeds: false }

/** Only the privacy notice asks the database, so that the other documents work without it. */
async function documentOf(id: DocumentId, practice: () => Promise<Practice>): Promise<SiteDocument> {
  switch (id) {
    case 'privacy':
      return privacyNotice(await practice())
    case 'terms':
      return terms
    case 'imprint':
      return imprint
  }
}

export const documentIds = Object.keys(documents) as DocumentId[]

export function documentsOf(settings: PracticeSettings): Promise<[DocumentId, Page][]> {
  const practice = async () => ({ ...settings, ...withoutDatabase })
  return Promise.all(
    documentIds.map(
      async (id) => [id, documentPage(id, await documentOf(id, practice))] as [DocumentId, Page],
    ),
  )
}

/** Returns each document as a page that is ready to send, rendered again only when it or its frame has changed. */
export function openDocuments(context: DocumentsContext): (id: DocumentId) => Promise<SiteFile> {
  const practice = openPractice(context)
  const drawn = new Map<DocumentId, { words: string; plain: PlainShell; page: Promise<SiteFile> }>()
  return async (id) => {
    const [document, { plain }] = await Promise.all([documentOf(id, practice), context.site()])
    const words = JSON.stringify(document)
    const last = drawn.get(id)
    if (last?.words === words && last.plain === plain) return last.page
    const page = packPage(fillPlain(plain, documentPage(id, document)), plain.csp)
    drawn.set(id, { words, plain, page })
    return page
  }
}

function openPractice({ database, clock, settings }: DocumentsContext): () => Promise<Practice> {
  return lately(clock, async () => {
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
