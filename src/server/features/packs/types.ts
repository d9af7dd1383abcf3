import type { CountedVisitor } from '#shared/contract/insights.ts'

/** A pack in the build's `packs.json`. */
export interface PackFile {
  readonly id: string
  readonly file: string
  /** The file name for the download. */
  readonly name: string
  readonly bytes: number
  readonly etag: string
}

/** The packs of this installation by file name, such as `qa-checklist.zip`. */
export interface PackShelf {
  readonly folder: string
  readonly files: ReadonlyMap<string, PackFile>
}

/** Downloads to add to one row of the table. */
export interface PackCount {
  readonly day: string
  readonly pack: string
  readonly visitor: CountedVisitor
  readonly downloads: number
}
