import type { ReactNode } from 'react'
import { Each } from './each.tsx'
import { Link, Text } from './elements.tsx'
import type { Entry, Row } from './parts.ts'
import { colour, text } from './style.ts'

const rule = `1px solid ${colour.rule}`
const cell = {
  ...text.cell,
  padding: '9px 0',
  borderTop: rule,
  textAlign: 'left',
  verticalAlign: 'top',
} as const
const wide = { ...cell, wordBreak: 'break-word' } as const
const underlined = { color: colour.ink, textDecoration: 'underline' } as const

const Table = ({ margin, children }: { margin: string; children: ReactNode }) => (
  <table width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin }}>
    <tbody>{children}</tbody>
  </table>
)

export const FactTable = ({ rows, margin }: { rows: readonly Row[]; margin: string }) => (
  <Table margin={margin}>
    <Each of={rows}>{(row) => <FactRow {...row} />}</Each>
  </Table>
)

function FactRow({ label, value, url, isOff }: Row) {
  return (
    <tr>
      <th
        scope="row"
        className="rule soft"
        style={{ ...cell, width: '30%', paddingRight: '12px', color: colour.soft }}
      >
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
  entries: readonly Entry[]
  note: string | null
}

export function EntryTable({ title, entries, note }: EntryTableProps) {
  return (
    <>
      <Text style={text.title}>{title}</Text>
      {entries.length > 0 && (
        <Table margin="0 0 20px">
          <Each of={entries}>{(entry) => <EntryRow {...entry} />}</Each>
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

function EntryRow({ time, title, text: what, url, isLate }: Entry) {
  const figures = { width: '92px', paddingRight: '12px', fontWeight: 700, whiteSpace: 'nowrap' } as const
  return (
    <tr>
      <th
        scope="row"
        className={isLate ? 'rule alert' : 'rule'}
        style={{ ...cell, ...figures, ...(isLate && { color: colour.alert }) }}
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
        <span className="soft" style={{ color: colour.soft }}>
          {what}
        </span>
      </td>
    </tr>
  )
}
