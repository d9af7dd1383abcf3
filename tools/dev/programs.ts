/** A browser program for development only, which no build contains: a page with an empty `#root`. */
export interface DevProgram {
  /** Its path; every path below it serves the same page. */
  path: `/${string}`
  title: string
  /** The module that renders into `#root`, as a path from the project's root. */
  entry: `/src/${string}` | `/tools/${string}`
}

/** The programs beside the site and the desk; a new one is added as one more entry. */
export const programs: readonly DevProgram[] = [
  { path: '/gallery', title: 'Gallery', entry: '/src/gallery/main.ts' },
]
