import type { ReactNode } from 'react'
import { Each } from './each.tsx'
import { Text } from './elements.tsx'
import type { Ruler } from './parts.ts'
import { colour, text } from './style.ts'

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`
const bar = { height: '14px', fontSize: 0, lineHeight: 0 } as const

/** One row of cells. The figures beside it say the same, so screen readers skip the drawing. */
const Line = ({ margin, children }: { margin: string; children: ReactNode }) => (
  <table
    width="100%"
    cellPadding="0"
    cellSpacing="0"
    border={0}
    role="presentation"
    aria-hidden="true"
    style={{ margin }}
  >
    <tbody>
      <tr>{children}</tr>
    </tbody>
  </table>
)

const Track = ({ share }: { share: number }) =>
  share > 0 && (
    <td className="sunken" style={{ ...bar, width: percent(share), background: colour.sunken }}>
      &nbsp;
    </td>
  )

export function RulerView({ ruler: { from, to, ticks }, isFirm }: { ruler: Ruler; isFirm: boolean }) {
  const firm = { background: colour.signal }
  const asked = { border: `1.5px dashed ${colour.ink}` }
  return (
    <>
      <Line margin="16px 0 0">
        <Track share={from} />
        <td className="edge" style={{ ...bar, width: percent(to - from), ...(isFirm ? firm : asked) }}>
          &nbsp;
        </td>
        <Track share={1 - to} />
      </Line>
      <Line margin="0">
        <Each of={ticks}>
          {(tick) => (
            <td
              className="soft rule"
              style={{
                ...text.cell,
                width: percent(1 / ticks.length),
                padding: '4px 0 0 6px',
                borderLeft: `1px solid ${colour.rule}`,
                color: colour.soft,
                fontSize: '13px',
              }}
            >
              {tick}
            </td>
          )}
        </Each>
      </Line>
    </>
  )
}

interface GaugeProps {
  label: string
  value: string
  taken: number
  capacity: number
}

/** A number out of a capacity, as cells that are filled. */
export function Gauge({ label, value, taken, capacity }: GaugeProps) {
  const boxes = Array.from({ length: Math.min(Math.max(capacity, taken, 1), 20) })
  return (
    <>
      <Text style={text.title}>{label}</Text>
      <Text style={{ ...text.figure, margin: '0 0 10px' }}>{value}</Text>
      <Line margin="0 0 24px">
        <Each of={boxes}>
          {(_, index) => (
            <td
              className={index < taken ? 'seam' : 'seam sunken'}
              style={{
                ...bar,
                width: percent(1 / boxes.length),
                borderRight: `2px solid ${colour.paper}`,
                background: index < taken ? colour.signal : colour.sunken,
              }}
            >
              &nbsp;
            </td>
          )}
        </Each>
      </Line>
    </>
  )
}
