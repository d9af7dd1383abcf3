import { loadFonts } from './fonts.ts'
import { packWords } from './pack-words.ts'
import { palette } from './palette.ts'
import { drawBlocks } from './pdf-blocks.ts'
import type { Style } from './pdf-lines.ts'
import { baselineIn, type Element, fullWidth, Press, sheet, styles } from './pdf-press.ts'
import type { PackExample } from './types.ts'

/** The colour of whoever sends the document: not ours, as the sender's own logo would not be. */
const own = '0e5a58'
const sender: Style = { face: 'head', size: 19, leading: 22, color: own }
const title: Style = { face: 'head', size: 38, leading: 40, color: palette.ink }
const subtitle: Style = { face: 'text', size: 11.5, leading: 16.5, color: palette.inkSoft }
const figure: Style = { face: 'head', size: 24, leading: 27, color: own }
const stamp: Style = { face: 'strong', size: 9, leading: 12, color: own }
const band = 14
const gap = 18

/** A filled-in document as a tagged PDF, as its sender would print it: their name, their colour, no word of ours. */
export async function writeExample(example: PackExample): Promise<Buffer> {
  const press = new Press(await loadFonts(), {
    title: example.title,
    subject: example.subtitle,
    author: example.from,
    accent: own,
  })
  drawHead(press, example)
  drawBlocks(press, press.root, example.blocks)
  drawRunningLines(press, example)
  return press.finish()
}

function drawHead(press: Press, { from, title: words, subtitle: about, figures }: PackExample): void {
  const { root } = press
  press.y = 46
  const head = press.y
  press.tag(root, 'P', () => press.drawLines(press.lines(from, sender, fullWidth), sheet.left, sender))
  drawStamp(press, root, head + 2)
  press.y = 112
  press.tag(root, 'H1', () => press.drawLines(press.lines(words, title, fullWidth), sheet.left, title))
  press.y += 8
  press.tag(root, 'P', () =>
    press.drawLines(press.lines(about, subtitle, fullWidth * 0.86), sheet.left, subtitle),
  )
  press.y += 20
  drawFigures(press, root, figures)
  press.y += 2
}

/** Says on each page that nobody is meant. */
function drawStamp(press: Press, root: Element, top: number): void {
  const [line] = press.lines(packWords.example.stamp, stamp, fullWidth)
  const width = (line?.width ?? 0) + 18
  const x = sheet.left + fullWidth - width
  press.decorate(() => press.doc.rect(x, top, width, 19).lineWidth(1.2).strokeColor(`#${own}`).stroke())
  press.tag(root, 'P', () => {
    if (line) press.drawLine(line, x + 9, top + 3.5 + baselineIn(stamp), stamp)
  })
}

/** The main figures side by side under one rule. */
function drawFigures(press: Press, root: Element, figures: PackExample['figures']): void {
  const width = (fullWidth - gap * (figures.length - 1)) / figures.length
  const top = press.y
  press.rule(top, 2, own)
  let lowest = top
  for (const [index, { value, label }] of figures.entries()) {
    const x = sheet.left + index * (width + gap)
    press.y = top + 10
    press.tag(root, 'P', () => press.drawLines(press.lines(value, figure, width), x, figure))
    press.tag(root, 'P', () => press.drawLines(press.lines(label, styles.soft, width), x, styles.soft))
    lowest = Math.max(lowest, press.y)
  }
  press.y = lowest + 10
  press.rule(press.y, 0.5, palette.ruleStrong)
}

/** The sender's colour at the edge of each page, their name over all but the first, and what this is below. */
function drawRunningLines(press: Press, { from, title: words }: PackExample): void {
  const { count } = press.doc.bufferedPageRange()
  const { running } = styles
  const set = (text: string, y: number, right: boolean, style: Style = running) => {
    const [line] = press.lines(text, style, fullWidth)
    if (line) press.drawLine(line, right ? sheet.left + fullWidth - line.width : sheet.left, y, style)
  }
  for (let page = 0; page < count; page++) {
    press.doc.switchToPage(page)
    press.decorate(() => {
      press.doc.rect(0, 0, band, sheet.height).fill(`#${own}`)
      const foot = sheet.height - 46
      press.doc.rect(sheet.left, foot - 14, fullWidth, 0.5).fill(`#${palette.ruleStrong}`)
      set(packWords.example.foot, foot, false)
      set(packWords.page(page + 1, count), foot, true)
      if (page === 0) return
      set(from, 46, false, { ...running, face: 'strong', color: own })
      set(words, 46, true)
    }, 'Pagination')
  }
}
