import { renderToStaticMarkup } from 'react-dom/server'
import { sharePictureSize } from '#content/descriptions.ts'
import { deepen } from '#shared/lib/color.ts'
import { fitInto, type Look, pictureUrl } from './look.ts'

/** A range on the scale, in fractions of the scale's length. */
export interface Bar {
  readonly from: number
  readonly to: number
  readonly look: 'ink' | 'signal' | 'outline' | 'line'
  /** The half of the row that the bar fills, if two bars share the row. */
  readonly half?: 'upper' | 'lower'
}

/** Rows of bars on one scale. */
export interface Timetable {
  /** The name of the view, next to our mark. */
  readonly name: string
  readonly title: string
  /** The subject of the rows. */
  readonly caption: string
  /** The meaning of the signal color. */
  readonly signal?: string
  /** The ticks of the scale, in fractions of its length; some ticks have a label. */
  readonly ticks: readonly { readonly at: number; readonly label?: string | number }[]
  readonly rows: readonly { readonly label: string; readonly bars: readonly Bar[] }[]
}

/** The light colors of `src/ui/tokens.css`, because the reader's color scheme is unknown. */
const color = {
  paper: '#f7f4ec',
  ink: '#1a1611',
  soft: '#544f47',
  rule: '#c9c3b4',
  signal: '#fbcf0e',
  signalDeep: '#efbd00',
} as const

type Fills = Readonly<Record<keyof typeof color, string>>

/** The font faces in `made/fonts`, by weight and width. */
const face = {
  strong: { fontWeight: 700, fontStretch: 'normal' },
  narrow: { fontWeight: 400, fontStretch: 'semi-condensed' },
  head: { fontWeight: 700, fontStretch: 'condensed' },
} as const
/** The average width of a letter in each face, for a size of 1. */
const letterWidth = { strong: 0.52, narrow: 0.5, head: 0.45 } as const

const edge = 60
const width = sharePictureSize.width - 2 * edge
/** The start of the scale, to the right of the labels. */
const left = 376
const chart = { top: 368, ticks: 34, height: 182 } as const
const tallestRow = 62
const line = { size: 76, height: 78, longest: 31 } as const
/** The space for a logo, which replaces the three bars. */
const mark = { top: 47, height: 42, longest: 168 } as const

const at = (share: number) => left + share * (width - left)

/** Draws a share picture as SVG. */
export function drawTimetable({ name, title, caption, signal, ticks, rows }: Timetable, look: Look): string {
  const lines = titleLines(title)
  const fills = { ...color, ...(look.signal && { signal: look.signal, signalDeep: deepen(look.signal) }) }
  const logo = look.logo && {
    ...fitInto(look.logo, { width: mark.longest, height: mark.height }),
    href: pictureUrl(look.logo),
  }
  const row = Math.min(tallestRow, chart.height / rows.length)
  return renderToStaticMarkup(
    <svg xmlns="http://www.w3.org/2000/svg" {...sharePictureSize} fontFamily="Archivo">
      <title>{title}</title>
      <rect {...sharePictureSize} fill={color.paper} />
      <g transform={`translate(${edge} 0)`}>
        {logo ? (
          <image {...logo} y={mark.top + (mark.height - logo.height) / 2} />
        ) : (
          <>
            <path d="M0 54h36M0 67h21" stroke={color.ink} strokeWidth="4.5" />
            <path d="M0 81.5h36" stroke={fills.signalDeep} strokeWidth="7" />
          </>
        )}
        <TextLine x={(logo?.width ?? 36) + 16} y={80} size={34} room={width - 60} look="head">
          {name}
        </TextLine>
        <g letterSpacing="-1">
          {lines.map((text, index) => (
            // A single line is centered in the space for two.
            <TextLine key={text} y={221 + (index - (lines.length - 1) / 2) * line.height} size={line.size} look="head">
              {text}
            </TextLine>
          ))}
        </g>
        <path d={`M0 302h${width}`} stroke={color.ink} strokeWidth="4" />
        <TextLine y={342} room={signal ? width * 0.6 : width}>
          {caption}
        </TextLine>
        {signal && (
          <>
            <rect x={width - 30} y="325" width="30" height="18" fill={fills.signal} />
            <TextLine x={width - 42} y={342} room={width * 0.35} anchor="end">
              {signal}
            </TextLine>
          </>
        )}
        <g transform={`translate(0 ${chart.top})`}>
          {ticks.map(({ at: share, label }) => (
            <g key={share}>
              <path d={`M${at(share)} ${chart.ticks}v${row * rows.length}`} stroke={color.rule} strokeWidth="2" />
              {label !== undefined && (
                <TextLine x={at(share)} y={24} look="narrow" fill={color.soft} anchor={anchorOf(share)}>
                  {label}
                </TextLine>
              )}
            </g>
          ))}
          {rows.map(({ label, bars }, index) => (
            <g key={label} transform={`translate(0 ${chart.ticks + index * row})`}>
              <TextLine y={row / 2 + 8} size={Math.min(24, row - 1)} room={left - 12}>
                {label}
              </TextLine>
              {bars.map((bar) => (
                <DrawnBar key={`${bar.from} ${bar.half}`} bar={bar} row={row} fills={fills} />
              ))}
            </g>
          ))}
        </g>
      </g>
    </svg>,
  )
}

function DrawnBar({ bar: { from, to, look, half }, row, fills }: { bar: Bar; row: number; fills: Fills }) {
  const gap = row > 30 ? 4 : 3
  const height = half ? row / 2 - gap : row - 2 * gap
  const place = { x: at(from), y: half === 'lower' ? row / 2 + 1 : gap, width: at(to) - at(from), height }
  if (look === 'line') return <rect {...place} y={row / 2 - 1.5} height="3" fill={color.ink} />
  if (look === 'outline') return <rect {...place} fill={color.paper} stroke={color.ink} strokeWidth="2" />
  return <rect {...place} fill={fills[look]} />
}

const anchorOf = (share: number) => (share === 0 ? 'start' : share === 1 ? 'end' : 'middle')

/** If both parts fit, splits a long title after a comma; otherwise, splits it near its middle. */
function titleLines(title: string): string[] {
  if (title.length <= line.longest) return [title]
  const breaks = [...title.matchAll(/ /g)].map(({ index }) => [title.slice(0, index), title.slice(index + 1)])
  const longer = (lines: readonly string[]) => Math.max(...lines.map((text) => text.length))
  const byLength = breaks.sort((one, other) => longer(one) - longer(other))
  return byLength.find((lines) => lines[0]?.endsWith(',') && longer(lines) <= line.longest) ?? byLength[0] ?? [title]
}

interface TextLineProps {
  children: string | number
  x?: number
  /** The position of the baseline. */
  y: number
  size?: number
  /** The most that the text may be wide. */
  room?: number
  look?: keyof typeof face
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
}

/**
 * One line of text. 24 px is the smallest size that is readable at half scale, as in a chat; a text that is too long for
 * its room is smaller.
 */
function TextLine({ children, x = 0, y, size = 24, room = width, look = 'strong', fill, anchor }: TextLineProps) {
  const fitting = room / (String(children).length * letterWidth[look])
  return (
    <text
      x={x}
      y={y}
      fontSize={Math.min(size, Math.floor(fitting))}
      fill={fill ?? color.ink}
      textAnchor={anchor}
      {...face[look]}
    >
      {children}
    </text>
  )
}
