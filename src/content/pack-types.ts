/** Ids of the eight packs: those of the cards in `success-kit.ts`, and the names of the files people take. */
export const packIds = [
  'proposal-templates',
  'estimation-workbook',
  'delivery-framework',
  'qa-checklist',
  'pricing-guide',
  'retention-playbook',
  'discovery-workshops',
  'adoption-guide',
] as const
export type PackId = (typeof packIds)[number]

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

/**
 * A cell's value. A formula is written as in a spreadsheet, with `{row}` for the number of its own row and
 * `value` for what it comes to with the example figures, so that viewers that do not calculate show it too.
 */
export type Cell =
  | string
  | number
  | null
  | {
      readonly formula: string
      readonly value: number | string
      /** Where it differs from the column's, such as a percentage under a column of money. */
      readonly kind?: SheetColumn['kind']
    }

export interface SheetColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
  /** `percent` holds 0.25 for 25%; `date` holds '2026-11-20'. */
  readonly kind: 'text' | 'number' | 'money' | 'percent' | 'date'
  /** To be filled in by the reader; such cells are coloured. */
  readonly input?: true
}

/** One table with its heading row; `intro` lines stand above it. The heading is in row `intro.length + 2`. */
export interface Sheet {
  readonly name: string
  readonly intro: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Rows below the table: sums and results. */
  readonly totals?: readonly (readonly Cell[])[]
}

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
  readonly workbooks: readonly PackWorkbook[]
}
