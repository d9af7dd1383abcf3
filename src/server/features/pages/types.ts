import type { InlineHashes } from '#server/lib/http/headers.ts'
import type { Encoding } from '#server/lib/http/negotiate.ts'

/** One file, ready to be sent: its bytes by encoding, each under its own strong entity tag. */
export interface SiteFile {
  type: string
  cacheControl: string
  /** Policy of a page that holds inline styles or scripts; other files have the common one. */
  csp: string | null
  bodies: ReadonlyMap<Encoding, { bytes: Buffer; etag: string }>
}

/** What the build says of one page in `pages.json`. */
export interface PageEntry {
  file: string
  csp: InlineHashes
}

/** The whole site in memory. */
export interface Site {
  /** Names the build that this is. */
  release: string
  /** Views by id, home among them. */
  views: ReadonlyMap<string, SiteFile>
  notFound: SiteFile
  /** Everything else by its path, such as `/assets/main-4f2a.js`. */
  files: ReadonlyMap<string, SiteFile>
  /** What a tab of an earlier release still asks for. */
  earlier: (path: string) => Promise<SiteFile | undefined>
  plain: PlainShell
  /** The one page of the team's program, under whichever address of it. */
  desk: SiteFile
}

/** The page around what the server writes itself: text with two markers, and the policy for its styles. */
export interface PlainShell {
  html: string
  csp: string
  /** Where people reach the site. */
  publicUrl: string
  /** What other sites show for a link to a page without a picture of its own. */
  picture: string | null
}
