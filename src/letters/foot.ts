import { documents } from '#content/documents.ts'
import { ownDataLink } from '#content/own-data-link.ts'
import { below } from './links.ts'

/** What every letter leads to at its end. `siteUrl` is null of a letter that has nothing to press. */
export const footLinks = (siteUrl: string | null): { label: string; url: string }[] =>
  siteUrl === null
    ? []
    : [
        { label: documents.privacy, url: below(siteUrl, '/privacy') },
        { label: ownDataLink.label, url: below(siteUrl, ownDataLink.href) },
      ]
