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

/** The columns' places: their shares of the line, with a gap between two. */
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

type SetRow = { readonly cells: readonly { lines: Line[]; style: Style }[]; readonly height: number }

function setRow(press: Press, columns: readonly Column[], texts: readonly string[], isHead: boolean): SetRow {
  const cells = columns.map((column, index) => {
    const body = column.right ? styles.figure : styles.cell
    const style = isHead ? styles.column : body
    return { lines: press.lines(texts[index] ?? '', style, column.width), style }
  })
  const height = Math.max(...cells.map(({ lines, style }) => lines.length * style.leading)) + 2 * pad
  return { cells, height }
}

function drawCell(press: Press, column: Column, { lines, style }: SetRow['cells'][number]): void {
  for (const [index, line] of lines.entries()) {
    const x = column.right ? column.x + column.width - line.width : column.x
    const baseline = press.y + pad + index * style.leading + baselineIn(style)
    press.drawLine(line, x, baseline, style, index < lines.length - 1)
  }
}

/** Tables up to this height are not divided. */
const undivided = 300

/** What has to fit under a heading for the table to begin there: all of a small one, else its first two rows. */
export function tableLead(press: Press, block: TableBlock): number {
  const columns = columnsOf(block)
  const head = captionHeight(press, block) + setRow(press, columns, block.columns, true).height + thick
  const rows = block.rows.map((row) => setRow(press, columns, row, false).height)
  const sum = (heights: readonly number[]) => heights.reduce((all, height) => all + height, head)
  return sum(rows) <= undivided ? sum(rows) : sum(rows.slice(0, 2))
}

const captionHeight = (press: Press, { caption }: TableBlock) =>
  caption ? press.lines(caption, styles.caption, fullWidth).length * styles.caption.leading + 5 : 0

/** A table under a thick rule; its column names stand again on each page that it goes on to. */
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
      if (column) press.tag(line, 'TD', () => drawCell(press, column, cell))
    }
    line.end()
    press.y += row.height
    const isLast = number === rows.length - 1
    press.rule(press.y - 0.25, 0.5, isLast ? palette.ruleStrong : palette.rule)
  }
  table.end()
}
