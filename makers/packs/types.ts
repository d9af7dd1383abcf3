import type { PackId } from '#content/packs.ts'

/** A part of a document. `**bold**` is the only markup in texts. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ordered?: true }
  | { readonly kind: 'checklist'; readonly items: readonly string[] }
  /** `widths` are the shares of the columns; `right` lists the right-aligned ones. */
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      readonly widths: readonly number[]
      readonly right?: readonly number[]
      readonly rows: readonly (readonly string[])[]
    }
  /** Lines to fill in, each with an example. */
  | {
      readonly kind: 'fields'
      readonly items: readonly { readonly label: string; readonly example: string }[]
    }
  /** Something to know before reading on. */
  | { readonly kind: 'note'; readonly title: string; readonly text: string }
  | { readonly kind: 'page-break' }

/** A text to read (PDF) or to fill in (DOCX). */
export interface PackDocument {
  /** The file name without extension: `short-proposal`. */
  readonly file: string
  readonly title: string
  readonly subtitle: string
  readonly blocks: readonly Block[]
}

/** A filled-in document to read (PDF), with its sender in the header. */
export interface PackExample extends PackDocument {
  readonly from: string
  /** The main figures, each with a label. */
  readonly figures: readonly { readonly value: string; readonly label: string }[]
}

/** A spreadsheet formula without its `=`; `kind` overrides the column's. */
export interface Formula {
  readonly formula: string
  readonly kind?: SheetColumn['kind'] | undefined
}

/** The content of a cell. A formula includes its value, for viewers that do not calculate. */
export type Cell = string | number | null | (Formula & { readonly value: number | string })

export interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
  /** `percent` has 0.25 for 25%; `date` has '2026-11-20'. */
  readonly kind: 'text' | 'number' | 'money' | 'percent' | 'date'
  /** Whether the reader fills it in; such cells are colored. */
  readonly input?: true | undefined
}

/** A table below its `intro` lines. The heading is in row `intro.length + 2`. */
export interface Table<Content> {
  readonly name: string
  readonly intro: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Content[])[]
  /** Rows below the table, such as sums. */
  readonly totals?: readonly (readonly Content[])[] | undefined
}

export type Sheet = Table<Cell>

export interface PackWorkbook {
  readonly file: string
  readonly title: string
  readonly sheets: readonly Sheet[]
}

export interface Pack {
  readonly id: PackId
  readonly title: string
  /** How to use the pack (a tagged PDF). */
  readonly guide: PackDocument
  readonly documents: readonly PackDocument[]
  readonly examples: readonly PackExample[]
  readonly workbooks: readonly PackWorkbook[]
}

/** A file of a pack, as listed on its cover and in its readme. */
export interface PackFile {
  /** With its extension. */
  readonly name: string
  readonly title: string
  readonly kind: 'guide' | 'document' | 'example' | 'workbook'
}

/** Facts about the written packs, for the cards of the success kit. */
export type PackFacts = Readonly<Record<PackId, PackFact>>

interface PackFact {
  /** The size of the archive. */
  readonly bytes: number
  /** The pages of the guide. */
  readonly pages: number
  readonly documents: number
  readonly workbooks: number
  /** Filled-in examples to read. */
  readonly examples: number
  /** The reading times. */
  readonly minutes: { readonly guide: number; readonly documents: number }
}
