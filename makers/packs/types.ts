import type { PackId } from '#content/packs.ts'

/** One part of a document, in reading order. Text is plain; `**bold**` is the only markup. */
export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ordered?: true }
  | { readonly kind: 'checklist'; readonly items: readonly string[] }
  /** `widths` are shares of the line, one for each column; `right` lists the columns of figures. */
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      readonly widths: readonly number[]
      readonly right?: readonly number[]
      readonly rows: readonly (readonly string[])[]
    }
  /** Lines to fill in, each with what it might say. */
  | {
      readonly kind: 'fields'
      readonly items: readonly { readonly label: string; readonly example: string }[]
    }
  /** Something to know before using what follows. */
  | { readonly kind: 'note'; readonly title: string; readonly text: string }
  | { readonly kind: 'page-break' }

/** A text to read (PDF) or to fill in (DOCX). */
export interface PackDocument {
  /** Name of the file without its ending: `short-proposal`. */
  readonly file: string
  readonly title: string
  readonly subtitle: string
  readonly blocks: readonly Block[]
}

/** A document as somebody has filled it in, to read as a PDF. Who sends it stands in its head. */
export interface PackExample extends PackDocument {
  readonly from: string
  /** What the reader looks for first, each figure with what it says. */
  readonly figures: readonly { readonly value: string; readonly label: string }[]
}

/** A formula as in a spreadsheet, without its `=`, in a cell of its column's kind unless it says another. */
export interface Formula {
  readonly formula: string
  readonly kind?: SheetColumn['kind'] | undefined
}

/** The content of a cell. A formula has its value, which viewers that do not calculate show. */
export type Cell = string | number | null | (Formula & { readonly value: number | string })

export interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
  /** `percent` holds 0.25 for 25%; `date` holds '2026-11-20'. */
  readonly kind: 'text' | 'number' | 'money' | 'percent' | 'date'
  /** To be filled in by the reader; such cells are colored. */
  readonly input?: true | undefined
}

/** One table with its heading row; `intro` lines stand above it. The heading is in row `intro.length + 2`. */
export interface Table<Content> {
  readonly name: string
  readonly intro: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Content[])[]
  /** Rows below the table: sums and results. */
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
  /** How to use the pack, read first: the tagged PDF. */
  readonly guide: PackDocument
  readonly documents: readonly PackDocument[]
  readonly examples: readonly PackExample[]
  readonly workbooks: readonly PackWorkbook[]
}

/** One file of a pack, as its cover and its readme name it. */
export interface PackFile {
  /** With its ending. */
  readonly name: string
  readonly title: string
  readonly kind: 'guide' | 'document' | 'example' | 'workbook'
}

/** What the cards of the success kit say of each pack, counted in its written files. */
export type PackFacts = Readonly<Record<PackId, PackFact>>

interface PackFact {
  /** Of the archive. */
  readonly bytes: number
  /** Of the guide. */
  readonly pages: number
  readonly documents: number
  readonly workbooks: number
  /** Filled-in examples to read. */
  readonly examples: number
  /** To read the guide, and the documents beside it. */
  readonly minutes: { readonly guide: number; readonly documents: number }
}
