import { colour, face } from './style.ts'

interface WordsProps {
  children: string | number
  x?: number
  /** Of the baseline. */
  y: number
  size?: number
  look?: keyof typeof face
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
}

/** One line of text. At half its size, as in a chat, 24 px are the least that can be read. */
export function Words({ children, x = 0, y, size = 24, look = 'strong', fill, anchor }: WordsProps) {
  return (
    <text x={x} y={y} fontSize={size} fill={fill ?? colour.ink} textAnchor={anchor} {...face[look]}>
      {children}
    </text>
  )
}
