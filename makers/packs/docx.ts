import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  Document,
  Footer,
  HeadingLevel,
  type IParagraphOptions,
  type ITableCellOptions,
  type ITableOptions,
  Packer,
  PageBreak,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx'
import { fixDates, rewriteParts } from './archive.ts'
import { plainText, splitBold, splitPlaceholders } from './document-text.ts'
import { documentStyles, lineWidth, numbering, page } from './docx-styles.ts'
import { palette } from './look.ts'
import { packWords } from './pack-words.ts'
import type { PackBlock, PackDocument } from './types.ts'

type BlockOf<K extends PackBlock['kind']> = Extract<PackBlock, { kind: K }>
type DocumentPart = Paragraph | Table

/** Writes a document that the reader fills in with any word processor. */
export async function writeDocument({ title, subtitle, blocks }: PackDocument): Promise<Buffer> {
  const file = new Document({
    title: plainText(title),
    subject: plainText(subtitle),
    creator: '',
    lastModifiedBy: '',
    styles: documentStyles,
    numbering,
    features: { updateFields: false },
    sections: [
      {
        properties: {
          page: {
            size: { width: page.width, height: page.height },
            margin: { left: page.side, right: page.side, top: page.top, bottom: page.bottom, footer: 560 },
          },
        },
        footers: { default: footer(title) },
        children: [
          paragraph(title, { heading: HeadingLevel.TITLE }),
          paragraph(subtitle, { style: 'Subtitle' }),
          ...documentParts(blocks),
        ],
      },
    ],
  })
  return rewriteParts(await Packer.toBuffer(file), fixDates)
}

function footer(title: string): Footer {
  const [before, between] = packWords.document.page
  const pages = new TextRun({ children: ['\t', before, PageNumber.CURRENT, between, PageNumber.TOTAL_PAGES] })
  return new Footer({
    children: [
      new Paragraph({
        style: 'Footer',
        tabStops: [{ type: TabStopType.RIGHT, position: lineWidth }],
        border: { top: { style: BorderStyle.SINGLE, size: 4, color: palette.ruleStrong, space: 6 } },
        children: [...textRuns(title), pages],
      }),
    ],
  })
}

/** Converts text with bold marks and highlights its placeholders. */
function textRuns(text: string): TextRun[] {
  return splitBold(text).flatMap(({ text: run, strong }) =>
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

/** Each ordered list starts at 1. */
function documentParts(blocks: readonly PackBlock[]): DocumentPart[] {
  const parts = blocks.flatMap((block, index) => partsOf(block, index))
  return parts.at(-2) instanceof Table ? [...parts.slice(0, -1), end()] : parts
}

/** Separates two tables with an empty paragraph; word processors would otherwise join them. */
const gap = () => new Paragraph({ style: 'Gap' })

/**
 * The format requires a paragraph after a final table. This paragraph has no height, so that it cannot start a new
 * page.
 */
const end = () => new Paragraph({ style: 'Gap', spacing: { line: 20, lineRule: 'exact' } })

function partsOf(block: PackBlock, instance: number): DocumentPart[] {
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
        (item) => new Paragraph({ style: 'Checklist', children: [checkbox(), new TextRun('\t'), ...textRuns(item)] }),
      )
    case 'table':
      return [...(block.caption ? [paragraph(block.caption, { style: 'Caption' })] : []), tableOf(block), gap()]
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

const none = { style: BorderStyle.NIL } as const
const line = (size: number, color: string) => ({ style: BorderStyle.SINGLE, size, color })
const under = (rule: string) => ({
  top: line(18, palette.ink),
  bottom: line(6, palette.ruleStrong),
  insideHorizontal: line(4, rule),
})

interface TableCellText {
  readonly texts: readonly [text: string, style: string][]
  readonly isRight?: boolean
  readonly look?: Pick<ITableCellOptions, 'margins' | 'shading'>
}

/** Draws a table at full width; `heads` rows repeat on each page, and no row is split. */
function drawTable(
  shares: readonly number[],
  rows: readonly (readonly TableCellText[])[],
  borders: NonNullable<ITableOptions['borders']>,
  heads: 0 | 1,
): Table {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const widths = shares.map((share) => Math.round((lineWidth * share) / total))
  const drawCell = ({ texts, isRight, look }: TableCellText, column: number, keepNext: boolean) =>
    new TableCell({
      width: { size: widths[column] ?? 0, type: WidthType.DXA },
      ...look,
      children: texts.map(([text, style]) =>
        paragraph(text, {
          style,
          ...(keepNext && { keepNext }),
          ...(isRight && { alignment: AlignmentType.RIGHT }),
        }),
      ),
    })
  return new Table({
    columnWidths: widths,
    width: { size: widths.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    margins: { left: 0, right: 140, top: 0, bottom: 0 },
    borders: {
      ...{ top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none },
      ...borders,
    },
    rows: rows.map((cells, index) => {
      const keepNext = index < heads || staysWithNext(index - heads, rows.length - heads)
      return new TableRow({
        ...(index < heads && { tableHeader: true }),
        cantSplit: true,
        children: cells.map((cell, column) => drawCell(cell, column, keepNext)),
      })
    }),
  })
}

/** A small table stays on one page. A long table keeps at least two rows together at its start and at its end. */
const staysWithNext = (row: number, rows: number) => row < rows - 1 && (rows <= 8 || row === 0 || row === rows - 2)

function tableOf({ columns, widths, right, rows }: BlockOf<'table'>): Table {
  const cells = (texts: readonly string[], style: string) =>
    columns.map(
      (_, at): TableCellText => ({
        texts: [[texts[at] ?? '', style]],
        isRight: right?.includes(at) ?? false,
      }),
    )
  return drawTable(
    widths,
    [cells(columns, 'TableHead'), ...rows.map((row) => cells(row, 'TableText'))],
    under(palette.rule),
    1,
  )
}

/** Labels, each with a yellow cell that contains an example to overwrite. */
function fieldsOf({ items }: BlockOf<'fields'>): Table {
  const [label, text] = packWords.document.fields
  const margins = { left: 140 }
  const shading = { type: 'clear', color: 'auto', fill: palette.input } as const
  return drawTable(
    [3, 7],
    [
      [{ texts: [[label, 'TableHead']] }, { texts: [[text, 'TableHead']], look: { margins } }],
      ...items.map((item): TableCellText[] => [
        { texts: [[`**${item.label}**`, 'TableText']] },
        { texts: [[item.example, 'TableText']], look: { margins, shading } },
      ]),
    ],
    under(palette.ruleStrong),
    1,
  )
}

function noteOf({ title, text }: BlockOf<'note'>): Table {
  const look = {
    shading: { type: 'clear', color: 'auto', fill: palette.sunken },
    margins: { left: 240, right: 240, top: 80, bottom: 80 },
  } as const
  const note: TableCellText = {
    texts: [
      [title, 'NoteTitle'],
      [text, 'Note'],
    ],
    look,
  }
  return drawTable([1], [[note]], { left: line(36, palette.signal) }, 0)
}
