import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  HeadingLevel,
  type IParagraphOptions,
  PageBreak,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { lineWidth } from './docx-styles.ts'
import { runsOf, splitPlaceholders } from './inline.ts'
import { packWords } from './pack-words.ts'
import { palette } from './palette.ts'
import type { Block } from './types.ts'

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>
type Part = Paragraph | Table

const none = { style: BorderStyle.NIL } as const
const line = (size: number, color: string) => ({ style: BorderStyle.SINGLE, size, color })

/** A text with bold marks. Placeholders in square brackets are highlighted. */
export function textRuns(text: string): TextRun[] {
  return runsOf(text).flatMap(({ text: run, strong }) =>
    splitPlaceholders(run).map(
      ({ text: part, placeholder }) =>
        new TextRun({
          text: part,
          ...(strong && { bold: true }),
          ...(placeholder && { style: 'Placeholder' }),
        }),
    ),
  )
}

const paragraph = (text: string, options: IParagraphOptions = {}) =>
  new Paragraph({ ...options, children: textRuns(text) })

/** The parts of a document in order. Each ordered list counts from one. */
export function documentParts(blocks: readonly Block[]): Part[] {
  const parts = blocks.flatMap((block, index) => partsOf(block, index))
  return parts.at(-2) instanceof Table ? [...parts.slice(0, -1), end()] : parts
}

function partsOf(block: Block, instance: number): Part[] {
  switch (block.kind) {
    case 'heading':
      return [
        paragraph(block.text, {
          heading: block.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2,
        }),
      ]
    case 'text':
      return [paragraph(block.text)]
    case 'list': {
      const reference = block.ordered ? 'numbers' : 'dashes'
      return block.items.map((item) =>
        paragraph(item, { style: 'ListParagraph', numbering: { reference, level: 0, instance } }),
      )
    }
    case 'checklist':
      return block.items.map(
        (item) =>
          new Paragraph({ style: 'Checklist', children: [checkbox(), new TextRun('\t'), ...textRuns(item)] }),
      )
    case 'table':
      return [
        ...(block.caption ? [paragraph(block.caption, { style: 'Caption' })] : []),
        tableOf(block),
        gap(),
      ]
    case 'fields':
      return [gap(), fieldsOf(block), gap()]
    case 'note':
      return [gap(), noteOf(block), gap()]
    case 'page-break':
      return [new Paragraph({ children: [new PageBreak()] })]
  }
}

const checkbox = () =>
  new CheckBox({
    checked: false,
    checkedState: { value: '2612', font: 'MS Gothic' },
    uncheckedState: { value: '2610', font: 'MS Gothic' },
  })

/** An empty paragraph between two tables, which word processors would otherwise join. */
const gap = () => new Paragraph({ style: 'Gap' })

/** The format requires a paragraph after a table at the end; it has no height, so that it cannot begin a new page. */
const end = () => new Paragraph({ style: 'Gap', spacing: { line: 20, lineRule: 'exact' } })

/** Small tables stay on one page; of a long one, no row stands alone at its beginning or end. */
const staysWithNext = (row: number, rows: number) =>
  row < rows - 1 && (rows <= 8 || row === 0 || row === rows - 2)

function columnWidths(shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => Math.round((lineWidth * share) / total))
}

const tableCommon = (widths: number[]) => ({
  columnWidths: widths,
  width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
  layout: TableLayoutType.FIXED,
  margins: { left: 0, right: 140, top: 0, bottom: 0 },
})

function tableOf({ columns, widths, right, rows }: Of<'table'>): Table {
  const places = columnWidths(widths)
  const cell = (text: string, index: number, style: string, keepNext: boolean) =>
    new TableCell({
      width: { size: places[index] ?? 0, type: WidthType.DXA },
      children: [
        paragraph(text, {
          style,
          keepNext,
          ...(right?.includes(index) && { alignment: AlignmentType.RIGHT }),
        }),
      ],
    })
  const row = (cells: readonly string[], isHead: boolean, keepNext: boolean) =>
    new TableRow({
      tableHeader: isHead,
      cantSplit: true,
      children: columns.map((_, index) =>
        cell(cells[index] ?? '', index, isHead ? 'TableHead' : 'TableText', keepNext),
      ),
    })
  return new Table({
    ...tableCommon(places),
    borders: {
      top: line(18, palette.ink),
      bottom: line(6, palette.ruleStrong),
      left: none,
      right: none,
      insideVertical: none,
      insideHorizontal: line(4, palette.rule),
    },
    rows: [
      row(columns, true, true),
      ...rows.map((cells, index) => row(cells, false, staysWithNext(index, rows.length))),
    ],
  })
}

/** A label and a yellow cell with an example to write over. */
function fieldsOf({ items }: Of<'fields'>): Table {
  const places = columnWidths([3, 7])
  const [labels = 0, texts = 0] = places
  const shading = { type: 'clear', color: 'auto', fill: palette.input } as const
  const [label, text] = packWords.document.fields
  const indent = { left: 140 }
  const cell = (
    content: string,
    width: number,
    style: string,
    keepNext: boolean,
    look: { indent?: typeof indent; shading?: typeof shading } | null,
  ) =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      ...(look?.indent && { margins: look.indent }),
      ...(look?.shading && { shading: look.shading }),
      children: [paragraph(content, { style, keepNext })],
    })
  return new Table({
    ...tableCommon(places),
    borders: {
      top: line(18, palette.ink),
      bottom: line(6, palette.ruleStrong),
      left: none,
      right: none,
      insideVertical: none,
      insideHorizontal: line(4, palette.ruleStrong),
    },
    rows: [
      new TableRow({
        tableHeader: true,
        cantSplit: true,
        children: [
          cell(label, labels, 'TableHead', true, null),
          cell(text, texts, 'TableHead', true, { indent }),
        ],
      }),
      ...items.map(
        (item, index) =>
          new TableRow({
            cantSplit: true,
            children: [
              cell(`**${item.label}**`, labels, 'TableText', staysWithNext(index, items.length), null),
              cell(item.example, texts, 'TableText', staysWithNext(index, items.length), { indent, shading }),
            ],
          }),
      ),
    ],
  })
}

function noteOf({ title, text }: Of<'note'>): Table {
  return new Table({
    ...tableCommon([lineWidth]),
    borders: {
      top: none,
      bottom: none,
      right: none,
      left: line(36, palette.signal),
      insideHorizontal: none,
      insideVertical: none,
    },
    rows: [
      new TableRow({
        cantSplit: true,
        children: [
          new TableCell({
            width: { size: lineWidth, type: WidthType.DXA },
            shading: { type: 'clear', color: 'auto', fill: palette.sunken },
            margins: { left: 240, right: 240, top: 80, bottom: 80 },
            children: [paragraph(title, { style: 'NoteTitle' }), paragraph(text, { style: 'Note' })],
          }),
        ],
      }),
    ],
  })
}
