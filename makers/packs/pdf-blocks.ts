import { plainText } from './inline.ts'
import { palette } from './palette.ts'
import { baselineIn, type Element, fullWidth, type Press, sheet, styles, textWidth } from './pdf-press.ts'
import { drawTable, tableLead } from './pdf-table.ts'
import type { Block } from './types.ts'

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>

const indent = 20
const box = 9
const labelWidth = 132
const notePad = 12

/** The space above a block, in points, by its kind. */
const above: Record<Block['kind'], number> = {
  heading: 0,
  text: 7,
  list: 7,
  checklist: 7,
  table: 16,
  fields: 14,
  note: 16,
  'page-break': 0,
}

/** The space between a table's last rule and the text below. */
const spaceAbove = ({ kind }: Block, before: Block | undefined) =>
  above[kind] + (above[kind] < 14 && ['table', 'fields', 'note'].includes(before?.kind ?? '') ? 7 : 0)

const aboveHeading = (level: 1 | 2, follows: Block | undefined) => {
  if (level === 1) return 34
  return follows?.kind === 'heading' ? 10 : 20
}

export function drawBlocks(press: Press, parent: Element, blocks: readonly Block[]): void {
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1]
    const space = block.kind === 'heading' ? aboveHeading(block.level, before) : spaceAbove(block, before)
    press.ensure(space + leadOf(press, blocks.slice(index)))
    press.space(space)
    ;(drawing[block.kind] as Draw<Block['kind']>)(press, parent, block)
  }
}

/** The height that must be free to begin these blocks, so that a heading is on the page of its text. */
function leadOf(press: Press, [block, ...rest]: readonly Block[]): number {
  if (!block) return 0
  const two = 2 * styles.body.leading
  switch (block.kind) {
    case 'heading': {
      const style = block.level === 1 ? styles.heading : styles.subheading
      const own = press.lines(plainText(block.text), style, textWidth).length * style.leading
      const next = rest[0]
      return own + (next ? 10 + above[next.kind] + leadOf(press, rest) : 0)
    }
    case 'table':
      return tableLead(press, block)
    case 'note':
      return noteHeight(press, block)
    case 'fields':
      return 3 * 26
    case 'page-break':
      return 0
    case 'text':
    case 'list':
    case 'checklist':
      return two
  }
}

type Draw<K extends Block['kind']> = (press: Press, parent: Element, block: Of<K>) => void

const drawing: { [K in Block['kind']]: Draw<K> } = {
  heading: drawHeading,
  text: (press, parent, { text }) =>
    press.tag(parent, 'P', () =>
      press.drawLines(press.lines(text, styles.body, textWidth), sheet.left, styles.body),
    ),
  list: drawList,
  checklist: drawChecklist,
  table: drawTable,
  fields: drawFields,
  note: drawNote,
  'page-break': (press) => {
    if (!press.isAtTop) press.newPage()
  },
}

function drawHeading(press: Press, parent: Element, { level, text }: Of<'heading'>): void {
  const style = level === 1 ? styles.heading : styles.subheading
  press.bookmark(text, level)
  press.tag(parent, level === 1 ? 'H2' : 'H3', () =>
    press.drawLines(press.lines(plainText(text), style, textWidth), sheet.left, style),
  )
  press.y += level === 1 ? 5 : 0
}

/** One item: its bullet or number, and the text beside it. */
function drawItem(
  press: Press,
  list: Element,
  text: string,
  width: number,
  mark: (item: Element, baseline: number) => void,
): void {
  const lines = press.lines(text, styles.body, width - indent)
  press.ensure(Math.min(2, lines.length) * styles.body.leading)
  const item = press.group(list, 'LI')
  mark(item, press.y + baselineIn(styles.body))
  press.tag(item, 'LBody', () => press.drawLines(lines, sheet.left + indent, styles.body))
  item.end()
}

function drawList(press: Press, parent: Element, { items, ordered }: Of<'list'>): void {
  const list = press.group(parent, 'L')
  for (const [index, text] of items.entries()) {
    const sign = ordered ? `${index + 1}.` : '–'
    drawItem(press, list, text, textWidth, (item, baseline) => {
      const style = { ...styles.body, face: ordered ? 'strong' : 'text', tabular: true } as const
      press.tag(item, 'Lbl', () => {
        const [line] = press.lines(sign, style, indent)
        if (line) press.drawLine(line, sheet.left, baseline, style)
      })
    })
    press.y += 3
  }
  list.end()
}

function drawChecklist(press: Press, parent: Element, { items }: Of<'checklist'>): void {
  const list = press.group(parent, 'L')
  for (const text of items) {
    press.y += 2.5
    drawItem(press, list, text, fullWidth, (item, baseline) => {
      const draw = () => {
        press.doc.lineWidth(0.9).strokeColor(`#${palette.ink}`)
        press.doc.rect(sheet.left + 0.5, baseline - box + 1.2, box, box).stroke()
      }
      press.tag(item, 'Lbl', draw, { actual: '☐' })
    })
    press.y += 2.5
    press.rule(press.y, 0.5, palette.rule)
  }
  list.end()
}

/** Lines to write on, each with an example. */
function drawFields(press: Press, parent: Element, { items }: Of<'fields'>): void {
  const table = press.group(parent, 'Table')
  const x = sheet.left + labelWidth + 12
  press.ensure(styles.label.leading + 26)
  press.rule(press.y, 2, palette.ink)
  press.y += 2
  for (const { label, example } of items) {
    const names = press.lines(label, styles.label, labelWidth)
    const examples = press.lines(example, styles.soft, fullWidth - labelWidth - 12)
    const height = Math.max(names.length, examples.length) * styles.soft.leading + 13
    press.ensure(height)
    const top = press.y + 6.5
    const row = press.group(table, 'TR')
    press.tag(row, 'TH', () => setLines(press, names, sheet.left, top, styles.label), { scope: 'Row' })
    press.tag(row, 'TD', () => setLines(press, examples, x, top, styles.soft))
    row.end()
    press.y += height
    press.rule(press.y - 0.25, 0.5, palette.rule)
  }
  table.end()
}

type Lines = ReturnType<Press['lines']>

function setLines(
  press: Press,
  lines: Lines,
  x: number,
  top: number,
  style: typeof styles.label | typeof styles.soft,
) {
  for (const [index, line] of lines.entries())
    press.drawLine(line, x, top + index * style.leading + baselineIn(style), style, index < lines.length - 1)
}

const noteLines = (press: Press, { title, text }: Of<'note'>) => ({
  title: press.lines(plainText(title), styles.subheading, textWidth),
  text: press.lines(text, styles.body, textWidth),
})

function noteHeight(press: Press, block: Of<'note'>): number {
  const { title, text } = noteLines(press, block)
  return title.length * styles.subheading.leading + 2 + text.length * styles.body.leading + 2 * notePad
}

/** A note on a background of its own, with a bar in the signal colour at its side. */
function drawNote(press: Press, parent: Element, block: Of<'note'>): void {
  const height = noteHeight(press, block)
  const { title, text } = noteLines(press, block)
  press.decorate(() => {
    press.doc.rect(sheet.left, press.y, fullWidth, height).fill(`#${palette.sunken}`)
    press.doc.rect(sheet.left, press.y, 5, height).fill(`#${palette.signal}`)
  })
  press.y += notePad
  const x = sheet.left + 5 + notePad
  const note = press.group(parent, 'Sect')
  press.tag(note, 'P', () => press.drawLines(title, x, styles.subheading))
  press.y += 2
  press.tag(note, 'P', () => press.drawLines(text, x, styles.body))
  note.end()
  press.y += notePad
}
