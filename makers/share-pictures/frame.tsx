import type { ReactNode } from 'react'
import { brand } from '#content/brand.ts'
import { colour, edge, size } from './style.ts'
import { Words } from './words.tsx'

export interface FrameProps {
  /** Name of the view, beside ours. */
  name: string
  title: string
  /** What the chart shows. */
  caption: string
  /** What its colour means. */
  signal?: string
  children: ReactNode
}

const line = { size: 76, height: 78, longest: 31 } as const

/** Breaks a title that one line cannot hold after a comma, if both halves fit then, or near its middle. */
function titleLines(title: string): string[] {
  if (title.length <= line.longest) return [title]
  const breaks = [...title.matchAll(/ /g)].map(({ index }) => [title.slice(0, index), title.slice(index + 1)])
  const longer = (lines: readonly string[]) => Math.max(...lines.map((text) => text.length))
  const byLength = breaks.sort((one, other) => longer(one) - longer(other))
  return (
    byLength.find((lines) => lines[0]?.endsWith(',') && longer(lines) <= line.longest) ??
    byLength[0] ?? [title]
  )
}

/** A page of our timetable: whose it is, what it says, and the chart that shows it. */
export function Frame({ name, title, caption, signal, children }: FrameProps) {
  const lines = titleLines(title)
  // One line stands where two have their middle.
  const first = lines.length === 1 ? 216 : 182
  return (
    <svg xmlns="http://www.w3.org/2000/svg" {...size} fontFamily="Archivo">
      <title>{title}</title>
      <rect {...size} fill={colour.paper} />
      <g transform={`translate(${edge} 0)`}>
        <path d="M0 54h36M0 67h21" stroke={colour.ink} strokeWidth="4.5" />
        <path d="M0 81.5h36" stroke={colour.signalDeep} strokeWidth="7" />
        <Words x={50} y={80} size={36} look="head">
          {brand.name}
        </Words>
        {name !== brand.name && (
          <Words x={size.width - 2 * edge} y={78} look="text" anchor="end" fill={colour.soft}>
            {name}
          </Words>
        )}
        <g letterSpacing="-1">
          {lines.map((text, row) => (
            <Words key={text} y={first + row * line.height} size={line.size} look="head">
              {text}
            </Words>
          ))}
        </g>
        <path d={`M0 302h${size.width - 2 * edge}`} stroke={colour.ink} strokeWidth="4" />
        <Words y={340}>{caption}</Words>
        {signal && <Signal text={signal} />}
        <g transform="translate(0 368)">{children}</g>
      </g>
    </svg>
  )
}

/** A swatch at the right edge, and its words before it. */
function Signal({ text }: { text: string }) {
  const right = size.width - 2 * edge
  return (
    <>
      <rect x={right - 30} y="323" width="30" height="18" fill={colour.signal} />
      <Words x={right - 42} y={340} anchor="end">
        {text}
      </Words>
    </>
  )
}
