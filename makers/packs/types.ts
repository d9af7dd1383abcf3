import type { PackId } from '#content/packs.ts'

/** A part of a document. The strings in a part can contain `**bold**` but no other markup. */
export type PackBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly ordered?: true }
  | { readonly kind: 'checklist'; readonly items: readonly string[] }
  /** `widths` are the relative widths of the columns; `right` lists right-aligned columns. */
  | {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      readonly widths: readonly number[]
      readonly right?: readonly number[]
      readonly rows: readonly (readonly string[])[]
    }
  /** Lines to fill in; each has an example. */
  | {
      readonly kind: 'fields'
      readonly items: readonly { readonly label: string; readonly example: string }[]
    }
  /** A remark that readers need before the text below it. */
  | { readonly kind: 'note'; readonly title: string; readonly text: string }
  | { readonly kind: 'page-break' }

/** A document to read (as PDF) or to fill in (as DOCX). */
export interface PackDocument {
  /** The file name without its extension, such as `short-proposal`. */
  readonly file: string
  readonly title: string
  readonly subtitle: string
  readonly blocks: readonly PackBlock[]
}

/** A filled-in document to read (as PDF). Its header names the sender. */
export interface PackExample extends PackDocument {
  readonly from: string
  /** The main figures; each has a label. */
  readonly figures: readonly { readonly value: string; readonly label: string }[]
}

/** A spreadsheet formula without its `=`. If `kind` is set, it overrides the kind of the column. */
export interface Formula {
  readonly formula: string
  readonly kind?: SheetColumn['kind'] | undefined
}

/** A cell's content. A formula includes its value, for viewers that do not calculate formulas. */
export type SheetCell = string | number | null | (Formula & { readonly value: number | string })

export interface SheetColumn {
  readonly title: string
  /** The width in characters. */
  readonly width: number
  /** `percent` stores 25% as 0.25, and `date` stores '2026-11-20'. */
  readonly kind: 'text' | 'number' | 'money' | 'percent' | 'date'
  /** True if the reader fills in the column; its cells are colored. */
  readonly input?: true | undefined
}

/** A table below its `intro` lines; its heading is in row `intro.length + 2`. */
export interface SheetTable<Content> {
  readonly name: string
  readonly intro: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Content[])[]
  /** Rows below the table, such as sums. */
  readonly totals?: readonly (readonly Content[])[] | undefined
}

export type Sheet = SheetTable<SheetCell>

export interface PackWorkbook {
  readonly file: string
  readonly title: string
  readonly sheets: readonly Sheet[]
}

export interface Pack {
  readonly id: PackId
  readonly title: string
  /** A tagged PDF that explains how to use the pack. */
  readonly guide: PackDocument
  readonly documents: readonly PackDocument[]
  readonly examples: readonly PackExample[]
  readonly workbooks: readonly PackWorkbook[]
}

/** A file as listed on the pack's cover and in the pack's readme. */
export interface ListedPackFile {
  /** The file name with its extension. */
  readonly name: string
  readonly title: string
  readonly kind: 'guide' | 'document' | 'example' | 'workbook'
}

/** Facts about the written packs, for the success kit's cards. */
export type PackFacts = Readonly<Record<PackId, PackFact>>

interface PackFact {
  /** The archive's size. */
  readonly bytes: number
  /** The number of pages in the guide. */
  readonly pages: number
  readonly documents: number
  readonly workbooks: number
  /** The number of filled-in examples. */
  readonly examples: number
  /** Reading times in minutes. */
  readonly minutes: { readonly guide: number; readonly documents: number }
}
