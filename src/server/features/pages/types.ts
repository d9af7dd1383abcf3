import type { InlineHashes } from '#server/lib/http/headers.ts'
import type { Encoding } from '#server/lib/http/negotiate.ts'

/** One file, ready to be sent: its bytes by encoding, each with a strong entity tag. */
export interface SiteFile {
  type: string
  cacheControl: string
  /** The policy of a page with inline styles or scripts; other files have the common one. */
  csp: string | null
  bodies: ReadonlyMap<Encoding, { bytes: Buffer; etag: string }>
}

export interface PageEntry {
  file: string
  csp: InlineHashes
}

export interface Site {
  /** The name of the build. */
  release: string
  /** Views by id, home included. */
  views: ReadonlyMap<string, SiteFile>
  notFound: SiteFile
  /** All other files by path, such as `/assets/main-4f2a.js`. */
  files: ReadonlyMap<string, SiteFile>
  /** Files that a tab of an earlier release still requests. */
  earlier: (path: string) => Promise<SiteFile | undefined>
  plain: PlainShell
  /** The page of the team's program, sent for every path below /desk. */
  desk: SiteFile
}

/** The frame of pages that the server renders: text with two markers, and the policy for its styles. */
export interface PlainShell {
  html: string
  csp: string
  publicUrl: string
  /** The preview picture for links to a page without one of its own. */
  picture: string | null
}
