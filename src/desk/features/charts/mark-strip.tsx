import css from './drawings.module.css'

interface MarkStripProps {
  values: readonly number[]
  x: (index: number) => number
  band: number
  left: number
  width: number
  bottom: number
  height: number
}

/** A square for each one, stacked over its day; bars, once squares would be too small to count. */
export function MarkStrip({ values, x, band, left, width, bottom, height }: MarkStripProps) {
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
        return (
          <rect key={key} x={x(index) - wide / 2} y={bottom - tall} width={wide} height={tall} data-is-bar />
        )
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
