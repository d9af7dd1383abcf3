import { brand } from '#content/brand.ts'
import { loadFonts } from './fonts.ts'
import { packWords } from './pack-words.ts'
import { palette } from './palette.ts'
import { drawBlocks } from './pdf-blocks.ts'
import type { Style } from './pdf-lines.ts'
import { baselineIn, type Element, fullWidth, Press, sheet, styles } from './pdf-press.ts'
import { drawTable } from './pdf-table.ts'
import type { Pack, PackFile } from './types.ts'

const title: Style = { face: 'head', size: 50, leading: 51, color: palette.ink }
const subtitle: Style = { face: 'text', size: 15, leading: 20, color: palette.inkSoft }
const mark: Style = { face: 'strong', size: 13, leading: 16, color: palette.ink }

/** The guide of a pack as a tagged PDF: a cover that lists what came with it, then its text. */
export async function writeGuide(pack: Pack, files: readonly PackFile[]): Promise<Buffer> {
  const { guide } = pack
  const press = new Press(await loadFonts(), {
    title: guide.title,
    subject: guide.subtitle,
    author: brand.name,
  })
  drawCover(press, press.root, pack, files)
  press.newPage()
  drawBlocks(press, press.root, guide.blocks)
  drawRunningLines(press, guide.title)
  return press.finish()
}

function drawCover(
  press: Press,
  root: Element,
  { guide, title: packTitle }: Pack,
  files: readonly PackFile[],
) {
  const words = packWords.cover
  // The name on a background in the signal colour, as on a timetable.
  press.decorate(() => press.doc.rect(0, 0, sheet.width, 128).fill(`#${palette.signal}`))
  const line = (parent: Element, text: string, style: Style, y: number, right = false) =>
    press.tag(parent, 'P', () => {
      const [set] = press.lines(text, style, fullWidth)
      const x = right ? sheet.left + fullWidth - (set?.width ?? 0) : sheet.left
      if (set) press.drawLine(set, x, y + baselineIn(style), style)
    })
  line(root, brand.name, mark, 84)
  line(root, packTitle, { ...mark, face: 'text' }, 84, true)
  press.y = 190
  press.tag(root, 'H1', () => {
    press.drawLines(press.lines(guide.title, title, fullWidth), sheet.left, title)
  })
  press.y += 16
  press.tag(root, 'P', () => {
    press.drawLines(press.lines(guide.subtitle, subtitle, fullWidth * 0.82), sheet.left, subtitle)
  })
  press.y = Math.max(press.y + 48, 430)
  drawTable(press, root, {
    kind: 'table',
    caption: words.inside,
    columns: [...words.columns],
    widths: [4, 5, 2],
    rows: files.map(({ name, title: what, kind }) => [name, what, words.kinds[kind]]),
  })
  press.y += 18
  press.tag(root, 'P', () => {
    press.drawLines(press.lines(packWords.licenseLine, styles.soft, fullWidth), sheet.left, styles.soft)
  })
}

/** Header and footer of every page but the cover, drawn when the number of pages is known. */
function drawRunningLines(press: Press, title: string): void {
  const { count } = press.doc.bufferedPageRange()
  for (let page = 1; page < count; page++) {
    press.doc.switchToPage(page)
    press.decorate(() => {
      const { running } = styles
      const set = (text: string, y: number, right: boolean) => {
        const [line] = press.lines(text, running, fullWidth)
        if (line) press.drawLine(line, right ? sheet.left + fullWidth - line.width : sheet.left, y, running)
      }
      const foot = sheet.height - 54
      press.doc.rect(sheet.left, foot - 14, fullWidth, 0.5).fill(`#${palette.ruleStrong}`)
      set(`${brand.name}  ·  ${title}`, foot, false)
      set(packWords.page(page + 1, count), foot, true)
    }, 'Pagination')
  }
}
