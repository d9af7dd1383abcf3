import type { Face } from './fonts.ts'
import { runsOf } from './inline.ts'

/** How a text is set: face, size and distance of baselines in points, colour without its mark. */
export interface Style {
  readonly face: Face
  readonly size: number
  readonly leading: number
  readonly color: string
  /** Digits of equal width, for columns. */
  readonly tabular?: true
}

export interface Piece {
  readonly text: string
  readonly face: Face
  readonly width: number
}
export interface Line {
  readonly pieces: readonly Piece[]
  readonly width: number
}

export type Measure = (text: string, face: Face, style: Style) => number

/**
 * Breaks a text with its bold marks into lines of at most that width, as many words on each as fit. Words are
 * measured one by one: the same ones come again and again, and what kerning does to a space cannot be seen.
 */
export function breakLines(text: string, style: Style, width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let words: Word[] = []
  const close = () => {
    while (words.at(-1)?.text.trim() === '') words.pop()
    lines.push({ pieces: piecesOf(words), width: widthOf(words) })
    words = []
  }
  for (const { text: run, strong } of runsOf(text)) {
    const face = strong ? 'strong' : style.face
    for (const part of run.match(/\n| +|[^ \n]+/g)?.flatMap(partsOf) ?? []) {
      if (part === '\n') {
        close()
        continue
      }
      const word = { text: part, face, width: measure(part, face, style) }
      const isSpace = part.startsWith(' ')
      if (!isSpace && words.length > 0 && widthOf(words) + word.width > width) close()
      if (!isSpace || words.length > 0) words.push(word)
    }
  }
  close()
  return lines
}

type Word = Piece & { readonly width: number }

const widthOf = (words: readonly Word[]) => words.reduce((sum, word) => sum + word.width, 0)

/** Consecutive words in one face are drawn as one piece. */
function piecesOf(words: readonly Word[]): Piece[] {
  const pieces: { text: string; face: Face; width: number }[] = []
  for (const { text, face, width } of words) {
    const last = pieces.at(-1)
    if (last?.face === face) {
      last.text += text
      last.width += width
    } else {
      pieces.push({ text, face, width })
    }
  }
  return pieces
}

/** A long compound may be divided after a slash, or after a hyphen between letters. */
const partsOf = (word: string) => word.split(/(?<=[A-Za-z]{2}[/-])(?=[A-Za-z]{3})/)
