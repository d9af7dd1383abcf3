/** A program that runs in the browser while we develop, and in no build: a page with an empty `#root`. */
export interface DevProgram {
  /** Its address, and whatever is below. */
  path: `/${string}`
  title: string
  /** The module that fills `#root`, from the root of the project. */
  entry: `/src/${string}` | `/tools/${string}`
}

/** Beside the site and the desk. One more is one more line. */
export const programs: readonly DevProgram[] = [
  { path: '/gallery', title: 'Gallery', entry: '/src/gallery/main.ts' },
]
