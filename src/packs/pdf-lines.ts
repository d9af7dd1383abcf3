import type { Face } from './fonts.ts'
import { runsOf } from './inline.ts'

/** How a text is set: face, size and distance of baselines in points, colour without its mark. */
export interface Style {
  readonly face: Face
  readonly size: number
  readonly leading: number
  readonly color: string
  /** Figures of one width, for columns. */
  readonly tabular?: true
}

export interface Piece {
  readonly text: string
  readonly face: Face
}
export interface Line {
  readonly pieces: readonly Piece[]
  readonly width: number
}

export type Measure = (text: string, face: Face, style: Style) => number

/** Breaks a text with its bold marks into lines of at most that width, as many words on each as fit. */
export function breakLines(text: string, style: Style, width: number, measure: Measure): Line[] {
  const lines: Line[] = []
  let pieces: Piece[] = []
  const widthOf = (line: readonly Piece[]) =>
    line.reduce((sum, piece) => sum + measure(piece.text, piece.face, style), 0)
  const close = () => {
    const line = trimEnd(pieces)
    lines.push({ pieces: line, width: widthOf(line) })
    pieces = []
  }
  for (const { text: run, strong } of runsOf(text)) {
    const face = strong ? 'strong' : style.face
    for (const word of run.match(/\n| +|[^ \n]+/g)?.flatMap(partsOf) ?? []) {
      if (word === '\n') {
        close()
        continue
      }
      const longer = append(pieces, { text: word, face })
      if (pieces.length === 0 || word.startsWith(' ') || widthOf(longer) <= width) {
        if (pieces.length > 0 || !word.startsWith(' ')) pieces = longer
      } else {
        close()
        pieces = [{ text: word, face }]
      }
    }
  }
  close()
  return lines
}

/** A long compound may be divided after a slash, or after a hyphen between letters. */
const partsOf = (word: string) => word.split(/(?<=[A-Za-z]{2}[/-])(?=[A-Za-z]{3})/)

function append(pieces: readonly Piece[], next: Piece): Piece[] {
  const last = pieces.at(-1)
  if (last?.face !== next.face) return [...pieces, next]
  return [...pieces.slice(0, -1), { ...last, text: last.text + next.text }]
}

function trimEnd(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1)
  if (!last) return []
  const text = last.text.trimEnd()
  return text ? [...pieces.slice(0, -1), { ...last, text }] : trimEnd(pieces.slice(0, -1))
}
