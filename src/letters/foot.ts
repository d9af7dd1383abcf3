import { documents, ownDataLink } from '#content/documents.ts'
import { below } from './links.ts'

/** The links at the end of every letter. `siteUrl` is null for a letter without links. */
export const footLinks = (siteUrl: string | null): { label: string; url: string }[] =>
  siteUrl === null
    ? []
    : [
        { label: documents.privacy, url: below(siteUrl, '/privacy') },
        { label: ownDataLink.label, url: below(siteUrl, ownDataLink.href) },
      ]
