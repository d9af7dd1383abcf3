import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { type AxisTick, formatCount } from './chart-labels.ts'
import { CursorPlot, useCursor } from './cursor-plot.tsx'
import css from './drawings.module.css'

export interface ChartSeries {
  name: string
  values: readonly number[]
  /**
   * `main` is a line above a filled area, `second` is a dashed line, `thin` is the comparison's line, and `marks` are
   * squares in the strip below.
   */
  look: 'main' | 'second' | 'thin' | 'marks'
  /** True for each position with incomplete data; lines to these positions are dotted. */
  loose: readonly boolean[]
}

interface TimeChartProps {
  /** The collective name of the positions, for example 'Days'. */
  label: string
  /** The name of each position, for example 'Tue 3 Nov'. */
  places: readonly string[]
  /** The name of the complete range. */
  whole: string
  series: readonly ChartSeries[]
  ticks: (width: number) => AxisTick[]
}

const height = { top: 10, gap: 18, strip: 52, axis: 26 }
/** Wide charts are taller, but their height leaves space for text on the same screen. */
const plotHeight = (width: number) => Math.round(Math.min(340, Math.max(190, width * 0.24)))

/**
 * Draws daily values as lines on one scale that starts at zero. Rare events are single marks in a strip below the
 * lines.
 */
export function TimeChart({ label, places, whole, series, ticks }: TimeChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 60 })
  const base = height.top + plotHeight(width)
  const end = base + height.gap + height.strip
  const lines = series.filter(({ look }) => look !== 'marks')
  const marks = series.find(({ look }) => look === 'marks')
  const most = Math.max(4, ...lines.flatMap(({ values }) => values))
  const y = scaleLinear({ domain: [0, most], range: [base, height.top], nice: 4 })
  const levels = y.ticks(4)
  const left = 12 + 8 * Math.max(...levels.map((level) => formatCount(level).length))
  const cursor = useCursor(places.length, left)
  const x = scaleLinear({ domain: [0, places.length], range: [left, width] })
  const middle = (index: number) => x(index + 0.5)
  const say = (index: number) =>
    `${places[index]}: ${series.map(({ name, values }) => `${name} ${formatCount(values[index] ?? 0)}`).join(', ')}`

  return (
    <>
      <Legend series={series} at={cursor.at} place={cursor.at === null ? whole : (places[cursor.at] ?? '')} />
      <CursorPlot cursor={cursor} label={label} count={places.length} say={say} ref={parentRef}>
        <svg height={end + height.axis} aria-hidden="true" className={`${pieces.axis} ${css.curves}`}>
          {width > 0 && (
            <>
              {lines.map((line) => line.look === 'main' && <ChartArea key={line.name} line={line} x={middle} y={y} />)}
              {levels.map((level) => (
                <g key={level}>
                  <line x1={left} x2={width} y1={y(level)} y2={y(level)} data-zero={level === 0} />
                  <text x={left - 8} y={y(level) + 4} textAnchor="end">
                    {formatCount(level)}
                  </text>
                </g>
              ))}
              {cursor.at !== null && (
                <line className={css.cursor} x1={middle(cursor.at)} x2={middle(cursor.at)} y1={height.top} y2={end} />
              )}
              {lines.toReversed().map((line) => (
                <ChartLine key={line.name} line={line} x={middle} y={y} at={cursor.at} />
              ))}
              {marks && (
                <MarkStrip
                  values={marks.values}
                  x={middle}
                  band={x(1) - x(0)}
                  left={left}
                  width={width}
                  bottom={end}
                  height={height.strip}
                />
              )}
              {ticks(width - left).map((tick) => (
                <g key={tick.index}>
                  <line x1={middle(tick.index)} x2={middle(tick.index)} y1={end} y2={end + 6} />
                  <text x={middle(tick.index)} y={end + 20} textAnchor={anchor(middle(tick.index), width)}>
                    {tick.label}
                  </text>
                </g>
              ))}
            </>
          )}
        </svg>
      </CursorPlot>
    </>
  )
}

/** Labels at the edges are aligned inward, so that none is cut off. */
const anchor = (x: number, width: number) => (x > width - 24 ? 'end' : 'middle')

interface ChartLineProps {
  line: ChartSeries
  x: (index: number) => number
  y: ReturnType<typeof scaleLinear<number>>
}

const linePoints = ({ line, x, y }: ChartLineProps) =>
  line.values.map((value, index) => ({ index, x: x(index), y: y(value) }))
const pointAccessors = { x: (point: { x: number }) => point.x, y: (point: { y: number }) => point.y }

/** The filled area under the main line; drawn behind all lines. */
function ChartArea(props: ChartLineProps) {
  return <AreaClosed data={linePoints(props)} {...pointAccessors} yScale={props.y} data-part="area" />
}

function ChartLine({ at, ...line }: ChartLineProps & { at: number | null }) {
  const { look, loose } = line.line
  const points = linePoints(line)
  const isFew = points.length <= 10
  const pointed = at === null ? undefined : points[at]
  return (
    <g data-look={look}>
      <LinePath data={points} {...pointAccessors} defined={({ index }) => !loose[index]} data-part="line" />
      {points
        .filter(({ index }) => loose[index])
        .map(({ index }) => (
          <LinePath
            key={index}
            data={points.slice(Math.max(0, index - 1), index + 2)}
            {...pointAccessors}
            data-part="loose"
          />
        ))}
      {isFew && look !== 'thin' && points.map(({ index, x, y }) => <circle key={index} cx={x} cy={y} r="3" />)}
      {pointed && <circle cx={pointed.x} cy={pointed.y} r="4.5" />}
    </g>
  )
}

interface LegendProps {
  series: readonly { name: string; values: readonly number[]; look: 'main' | 'second' | 'thin' | 'marks' }[]
  /** The position whose figures are shown; null for the totals. */
  at: number | null
  /** The name of the position `at`, or of the complete range. */
  place: string
}

function Legend({ series, at, place }: LegendProps) {
  return (
    <div className={`${layout.row} ${layout.small} ${css.legend}`}>
      <p className={css.place}>{place}</p>
      <dl className={`${layout.row} ${layout.small} ${css.legend}`}>
        {series.map(({ name, values, look }) => (
          <div key={name} className={css.entry}>
            <dt className={layout.soft}>
              <svg width="26" height="12" className={look === 'marks' ? pieces.lit : css[look]} aria-hidden="true">
                {look === 'marks' ? (
                  <rect x="7" y="0.5" width="11" height="11" />
                ) : (
                  <line x1="0" x2="26" y1="6" y2="6" />
                )}
              </svg>
              {name}
            </dt>
            <dd>{formatCount(at === null ? values.reduce((sum, value) => sum + value, 0) : (values[at] ?? 0))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface MarkStripProps {
  values: readonly number[]
  x: (index: number) => number
  band: number
  left: number
  width: number
  bottom: number
  height: number
}

/** One square per event, stacked above its day. If the squares would be too small to count, a bar replaces them. */
function MarkStrip({ values, x, band, left, width, bottom, height }: MarkStripProps) {
  const most = Math.max(1, ...values)
  const size = Math.min(12, band * 0.72, height / most)
  const isCounted = size >= 5
  return (
    <g className={css.signals}>
      <line x1={left} x2={width} y1={bottom} y2={bottom} />
      {values.map((value, index) => {
        if (value === 0) return null
        const key = `${index}`
        if (isCounted) return <Squares key={key} count={value} x={x(index)} size={size} bottom={bottom} />
        const tall = (value / most) * height
        const wide = Math.max(1.5, band * 0.6)
        return <rect key={key} x={x(index) - wide / 2} y={bottom - tall} width={wide} height={tall} data-is-bar />
      })}
      {!isCounted && (
        <text x={left - 8} y={bottom - height + 9} textAnchor="end">
          {most}
        </text>
      )}
    </g>
  )
}

function Squares({ count, x, size, bottom }: { count: number; x: number; size: number; bottom: number }) {
  return Array.from({ length: count }, (_, row) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: squares are all alike.
      key={row}
      x={x - size / 2 + 0.5}
      y={bottom - (row + 1) * size + 0.5}
      width={size - 1}
      height={size - 1}
    />
  ))
}
