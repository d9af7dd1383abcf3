import type { ReactNode } from 'react'
import { color, Link, RenderList, signalColors, Text, text } from './elements.tsx'
import type { EmailRow, ListEntry, Ruler } from './parts.ts'

const rule = `1px solid ${color.rule}`
const cell = {
  ...text.cell,
  padding: '9px 0',
  borderTop: rule,
  textAlign: 'left',
  verticalAlign: 'top',
} as const
const wide = { ...cell, wordBreak: 'break-word' } as const
const underlined = { color: color.ink, textDecoration: 'underline' } as const

const Table = ({ margin, children }: { margin: string; children: ReactNode }) => (
  <table width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin }}>
    <tbody>{children}</tbody>
  </table>
)

export const FactTable = ({ rows, margin }: { rows: readonly EmailRow[]; margin: string }) => (
  <Table margin={margin}>
    <RenderList of={rows}>{(row) => <FactRow {...row} />}</RenderList>
  </Table>
)

function FactRow({ label, value, url, isOff }: EmailRow) {
  return (
    <tr>
      <th scope="row" className="rule soft" style={{ ...cell, width: '30%', paddingRight: '12px', color: color.soft }}>
        {label}
      </th>
      <td className="rule" dir="auto" style={wide}>
        {url && (
          <Link className="ink" href={url} style={underlined}>
            {value}
          </Link>
        )}
        {!url && (isOff ? <s>{value}</s> : value)}
      </td>
    </tr>
  )
}

interface EntryTableProps {
  title: string
  entries: readonly ListEntry[]
  note: string | null
}

export function EntryTable({ title, entries, note }: EntryTableProps) {
  return (
    <>
      <Text style={text.title}>{title}</Text>
      {entries.length > 0 && (
        <Table margin="0 0 20px">
          <RenderList of={entries}>{(entry) => <EntryRow {...entry} />}</RenderList>
        </Table>
      )}
      {note && (
        <Text className="soft" style={{ ...text.zone, margin: '0 0 16px' }}>
          {note}
        </Text>
      )}
    </>
  )
}

function EntryRow({ time, title, text: what, url, isLate }: ListEntry) {
  const figures = { width: '92px', paddingRight: '12px', fontWeight: 700, whiteSpace: 'nowrap' } as const
  return (
    <tr>
      <th
        scope="row"
        className={isLate ? 'rule alert' : 'rule'}
        style={{ ...cell, ...figures, ...(isLate && { color: color.alert }) }}
      >
        {time}
      </th>
      <td className="rule" dir="auto" style={wide}>
        {url ? (
          <Link className="ink" href={url} style={{ ...underlined, fontWeight: 700 }}>
            {title}
          </Link>
        ) : (
          <strong>{title}</strong>
        )}
        <br />
        <span className="soft" style={{ color: color.soft }}>
          {what}
        </span>
      </td>
    </tr>
  )
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`
const bar = { height: '14px', fontSize: 0, lineHeight: 0 } as const

/** One row of cells, hidden from screen readers because the figures next to it convey the same information. */
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
    <td className="sunken" style={{ ...bar, width: percent(share), background: color.sunken }}>
      &nbsp;
    </td>
  )

export function RulerView({ ruler: { from, to, ticks }, isFirm }: { ruler: Ruler; isFirm: boolean }) {
  const firm = { background: signalColors().background }
  const asked = { border: `1.5px dashed ${color.ink}` }
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
        <RenderList of={ticks}>
          {(tick) => (
            <td
              className="soft rule"
              style={{
                ...text.cell,
                width: percent(1 / ticks.length),
                padding: '4px 0 0 6px',
                borderLeft: `1px solid ${color.rule}`,
                color: color.soft,
                fontSize: '13px',
              }}
            >
              {tick}
            </td>
          )}
        </RenderList>
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

/** Shows how much of a capacity is used, as filled cells. */
export function Gauge({ label, value, taken, capacity }: GaugeProps) {
  const boxes = Array.from({ length: Math.min(Math.max(capacity, taken, 1), 20) })
  return (
    <>
      <Text style={text.title}>{label}</Text>
      <Text style={{ ...text.figure, margin: '0 0 10px' }}>{value}</Text>
      <Line margin="0 0 24px">
        <RenderList of={boxes}>
          {(_, index) => (
            <td
              className={index < taken ? 'seam' : 'seam sunken'}
              style={{
                ...bar,
                width: percent(1 / boxes.length),
                borderRight: `2px solid ${color.paper}`,
                background: index < taken ? signalColors().background : color.sunken,
              }}
            >
              &nbsp;
            </td>
          )}
        </RenderList>
      </Line>
    </>
  )
}
