import { palette } from './palette.ts'
import type { Line, Style } from './pdf-lines.ts'
import { baselineIn, type Element, fullWidth, type Press, sheet, styles } from './pdf-press.ts'
import type { Block } from './types.ts'

type TableBlock = Extract<Block, { kind: 'table' }>

const gap = 12
const pad = 4.5
const thick = 2

interface Column {
  readonly x: number
  readonly width: number
  readonly right: boolean
}

/** Position and width of each column: its share of the line, with gaps between. */
function columnsOf({ widths, right }: TableBlock): Column[] {
  const total = widths.reduce((sum, share) => sum + share, 0)
  let x: number = sheet.left
  return widths.map((share, index) => {
    const whole = ((fullWidth + gap) * share) / total
    const column = { x, width: whole - gap, right: right?.includes(index) ?? false }
    x += whole
    return column
  })
}

interface SetCell {
  readonly lines: Line[]
  readonly style: Style
  /** Drawn in place of the lines, which say the same. */
  readonly bar?: Bar | undefined
}
type SetRow = { readonly cells: readonly SetCell[]; readonly height: number }

/** A time on a scale, as shares of its whole. */
type Bar = { readonly from: number; readonly to: number }

/** `Weeks 3–4 of 12` is shown as a bar, so that a plan is seen at a glance. */
function barOf(text: string): Bar | undefined {
  const [, first, last = first, all] = /^Weeks? (\d+)(?:–(\d+))? of (\d+)$/.exec(text) ?? []
  return all ? { from: (Number(first) - 1) / Number(all), to: Number(last) / Number(all) } : undefined
}

function setRow(press: Press, columns: readonly Column[], texts: readonly string[], isHead: boolean): SetRow {
  const cells = columns.map((column, index) => {
    const body = column.right ? styles.figure : styles.cell
    const style = isHead ? styles.column : body
    const text = texts[index] ?? ''
    return { lines: press.lines(text, style, column.width), style, bar: barOf(text) }
  })
  const height = Math.max(...cells.map(({ lines, style }) => lines.length * style.leading)) + 2 * pad
  return { cells, height }
}

function drawCell(press: Press, column: Column, { lines, style, bar }: SetCell): void {
  if (bar) drawBar(press, column, bar)
  for (const [index, line] of (bar ? [] : lines).entries()) {
    const x = column.right ? column.x + column.width - line.width : column.x
    const baseline = press.y + pad + index * style.leading + baselineIn(style)
    press.drawLine(line, x, baseline, style, index < lines.length - 1)
  }
}

function drawBar(press: Press, { x, width }: Column, { from, to }: Bar): void {
  const [top, height] = [press.y + pad + 2, 8.5]
  press.doc.rect(x, top + height - 0.5, width, 0.5).fill(`#${palette.ruleStrong}`)
  press.doc.rect(x + from * width, top, (to - from) * width, height).fill(`#${press.accent}`)
}

/** Tables up to this height, in points, are kept on one page. */
const undivided = 300

/** The height that a table needs to begin on a page: all of a small one, else its first two rows. */
export function tableLead(press: Press, block: TableBlock): number {
  const columns = columnsOf(block)
  const head = captionHeight(press, block) + setRow(press, columns, block.columns, true).height + thick
  const rows = block.rows.map((row) => setRow(press, columns, row, false).height)
  const sum = (heights: readonly number[]) => heights.reduce((all, height) => all + height, head)
  return sum(rows) <= undivided ? sum(rows) : sum(rows.slice(0, 2))
}

const captionHeight = (press: Press, { caption }: TableBlock) =>
  caption ? press.lines(caption, styles.caption, fullWidth).length * styles.caption.leading + 5 : 0

/** A table under a thick rule; column names are repeated on each further page. */
export function drawTable(press: Press, parent: Element, block: TableBlock): void {
  const columns = columnsOf(block)
  const head = setRow(press, columns, block.columns, true)
  const rows = block.rows.map((row) => setRow(press, columns, row, false))
  const table = press.group(parent, 'Table')
  if (block.caption) {
    press.tag(table, 'Caption', () => {
      press.drawLines(press.lines(block.caption, styles.caption, fullWidth), sheet.left, styles.caption)
    })
    press.y += 5
  }
  const drawHead = (draw: (column: Column, index: number) => void) => {
    press.rule(press.y, thick, palette.ink)
    press.y += thick
    columns.forEach(draw)
    press.y += head.height
    press.rule(press.y - 0.35, 0.7, palette.ink)
  }
  const headCell = (index: number) => head.cells[index] ?? { lines: [], style: styles.column }
  const headGroup = press.group(table, 'THead')
  const headRow = press.group(headGroup, 'TR')
  drawHead((column, index) =>
    press.tag(headRow, 'TH', () => drawCell(press, column, headCell(index)), { scope: 'Column' }),
  )
  headGroup.end()

  const body = press.group(table, 'TBody')
  for (const [number, row] of rows.entries()) {
    // The last row does not stand alone on a page.
    const next = rows[number + 1]
    const together = row.height + (next && number + 2 === rows.length ? next.height : 0)
    if (together > press.room) {
      if (row.height > sheet.height - sheet.top - sheet.bottom - head.height - thick)
        throw new Error(
          `a row of the table "${block.caption}" is taller than a page: ${block.rows[number]?.[0]}`,
        )
      press.newPage()
      drawHead((column, index) =>
        press.decorate(() => drawCell(press, column, headCell(index)), 'Pagination'),
      )
    }
    const line = press.group(body, 'TR')
    for (const [index, cell] of row.cells.entries()) {
      const column = columns[index]
      const says = cell.bar && { actual: block.rows[number]?.[index] ?? '' }
      if (column) press.tag(line, 'TD', () => drawCell(press, column, cell), says)
    }
    line.end()
    press.y += row.height
    const isLast = number === rows.length - 1
    press.rule(press.y - 0.25, 0.5, isLast ? palette.ruleStrong : palette.rule)
  }
  table.end()
}
