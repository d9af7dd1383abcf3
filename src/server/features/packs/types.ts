import type { CountedVisitor } from '#shared/contract/insights.ts'

/** A pack as the build describes it in `packs.json`. */
export interface PackFile {
  readonly id: string
  readonly file: string
  /** What the file is called once somebody has it. */
  readonly name: string
  readonly bytes: number
  readonly etag: string
}

/** The packs of this installation by the name in their address, such as `qa-checklist.zip`. */
export interface PackShelf {
  readonly folder: string
  readonly files: ReadonlyMap<string, PackFile>
}

/** Downloads that are to be added to one row of the table. */
export interface PackCount {
  readonly day: string
  readonly pack: string
  readonly visitor: CountedVisitor
  readonly downloads: number
}
