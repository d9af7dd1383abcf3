import PDFDocument from 'pdfkit'
import type { Face, Fonts } from './fonts.ts'
import { plainText } from './inline.ts'
import { palette, printedOn } from './palette.ts'
import { breakLines, type Line, type Style } from './pdf-lines.ts'

export type Element = PDFKit.PDFStructureElement

/** A4, with margins that Letter paper, 50 points shorter, does not reach. */
export const sheet = { width: 595.28, height: 841.89, left: 62, right: 62, top: 74, bottom: 88 } as const
export const fullWidth = sheet.width - sheet.left - sheet.right
/** The width of running text: about eighty characters. */
export const textWidth = 404

export interface About {
  readonly title: string
  readonly subject: string
  readonly author: string
  /** The colour of what is drawn in tables. */
  readonly accent?: string
}

/** Widths of words at size 1000, shared by all guides: they use the same words, and measuring takes most of the time. */
const widths = new Map<string, number>()

/**
 * A document being set from top to bottom: where we are on the page, what is measured, drawn and tagged.
 * Whatever is drawn is either part of the structure (`tag`) or marked as decoration (`decorate`).
 */
export class Press {
  readonly doc: PDFKit.PDFDocument
  readonly root: Element
  readonly accent: string
  y: number = sheet.top
  readonly #known: ReadonlySet<number>

  constructor(fonts: Fonts, { title, subject, author, accent = palette.ink }: About) {
    this.accent = accent
    this.doc = new PDFDocument({
      size: [sheet.width, sheet.height],
      margin: 0,
      font: fonts.text as unknown as string,
      pdfVersion: '1.7',
      subset: 'PDF/UA' as 'PDF/A-1',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Subject: subject, Author: author, Creator: author, CreationDate: printedOn },
    })
    for (const [face, font] of Object.entries(fonts)) this.doc.registerFont(face, font)
    this.doc.font('text')
    const { font } = (this.doc as unknown as { _font: { font: { characterSet: number[] } } })._font
    this.#known = new Set(font.characterSet)
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** The height that is left on this page. */
  get room(): number {
    return sheet.height - sheet.bottom - this.y
  }

  get isAtTop(): boolean {
    return this.y === sheet.top
  }

  newPage(): void {
    this.doc.continueOnNewPage()
    this.y = sheet.top
  }

  /** Begins a new page unless this height is free. */
  ensure(height: number): void {
    if (height > this.room && !this.isAtTop) this.newPage()
  }

  /** Leaves space between blocks, but not at the top of a page. */
  space(height: number): void {
    if (!this.isAtTop) this.y += height
  }

  measure = (text: string, face: Face, style: Style): number => {
    const key = `${face} ${style.tabular ?? ''} ${text}`
    let width = widths.get(key)
    if (width === undefined) {
      this.#refuseUnknown(text)
      width = this.doc.font(face).fontSize(1000).widthOfString(text, this.#features(style))
      widths.set(key, width)
    }
    return (width * style.size) / 1000
  }

  lines(text: string, style: Style, width: number): Line[] {
    return breakLines(text, style, width, this.measure)
  }

  /** Draws one line at its baseline. A line that continues ends with a space, so that extracted words do not run together. */
  drawLine(line: Line, x: number, baseline: number, style: Style, goesOn = false): void {
    this.doc.fillColor(`#${style.color}`)
    let at = x
    for (const [index, { text, face, width }] of line.pieces.entries()) {
      const end = goesOn && index === line.pieces.length - 1 ? ' ' : ''
      this.doc.font(face).fontSize(style.size)
      this.doc.text(text + end, at, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        ...this.#features(style),
      })
      at += width
    }
  }

  /** Draws lines downwards from the current height; those that do not fit go to the next page. */
  drawLines(lines: readonly Line[], x: number, style: Style): void {
    for (const [index, line] of lines.entries()) {
      const left = lines.length - index
      // Avoids a first line alone at the end of a page and a last line alone at the top of one.
      const together = index === 0 || left === 2 ? Math.min(2, left) : 1
      if (style.leading * together > this.room) this.newPage()
      this.drawLine(line, x, this.y + baselineIn(style), style, left > 1)
      this.y += style.leading
    }
  }

  /** Adds an element to the document's structure; what `draw` draws is its content. */
  tag(parent: Element, type: string, draw: () => void, options: TagOptions = {}): void {
    const element = this.group(parent, type, options)
    element.add(draw)
    element.end()
  }

  /** Opens an element of the structure that contains others. The caller must end it. */
  group(parent: Element, type: string, options: TagOptions = {}): Element {
    const element = this.doc.struct(type, options)
    parent.add(element)
    return element
  }

  /** Draws rules, backgrounds and page headers, which a screen reader skips. */
  decorate(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.doc.markContent('Artifact', { type })
    draw()
    this.doc.endMarkedContent()
  }

  rule(y: number, weight: number, color: string, x: number = sheet.left, width: number = fullWidth): void {
    this.decorate(() => {
      this.doc.rect(x, y, width, weight).fill(`#${color}`)
    })
  }

  bookmark(title: string, level: 1 | 2): void {
    const { outline } = this.doc
    const parent = level === 1 ? outline : (outline.children.at(-1) ?? outline)
    const place = { expanded: false, top: Math.max(0, this.y - 12), left: sheet.width }
    parent.addItem(plainText(title), place)
  }

  /** The file's bytes. */
  async finish(): Promise<Buffer> {
    this.root.end()
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => this.doc.on('end', resolve))
    this.doc.end()
    await ended
    return Buffer.concat(chunks)
  }

  #features(style: Style): { features?: ['tnum'] } {
    return style.tabular ? { features: ['tnum'] } : {}
  }

  /** Refuses characters without a glyph, which would print as an empty box. */
  #refuseUnknown(text: string): void {
    for (const character of text) {
      if (!this.#known.has(character.codePointAt(0) ?? 0))
        throw new Error(`the font of the packs has no '${character}', which stands in "${text}"`)
    }
  }
}

export interface TagOptions {
  /** The alternative text of a drawing. */
  actual?: string
  scope?: 'Row' | 'Column'
}

/** From the top of a line to the baseline: the middle of the capitals lies in the middle of the line. */
export function baselineIn({ size, leading }: Style): number {
  return leading / 2 + size * 0.345
}

export const styles = {
  body: { face: 'text', size: 10, leading: 14.5, color: palette.ink },
  soft: { face: 'text', size: 9, leading: 12.5, color: palette.inkSoft },
  label: { face: 'strong', size: 9, leading: 12.5, color: palette.ink },
  caption: { face: 'strong', size: 10, leading: 14, color: palette.ink },
  heading: { face: 'head', size: 23, leading: 26, color: palette.ink },
  subheading: { face: 'strong', size: 11.5, leading: 15.5, color: palette.ink },
  cell: { face: 'text', size: 9, leading: 12.5, color: palette.ink },
  figure: { face: 'text', size: 9, leading: 12.5, color: palette.ink, tabular: true },
  column: { face: 'narrow', size: 8.5, leading: 11.5, color: palette.inkSoft },
  running: { face: 'narrow', size: 8.5, leading: 11, color: palette.inkSoft, tabular: true },
} as const satisfies Record<string, Style>
