import { Link } from '@react-email/link'
import { Text } from '@react-email/text'
import type { Entry, Row } from './parts.ts'
import { colour, text } from './style.ts'

const rule = `1px solid ${colour.rule}`

/** Labels on the left, what they say on the right, hairlines between. */
export function FactTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin: '28px 0 0' }}>
      <tbody>
        {rows.map((row) => (
          <FactRow key={row.label} {...row} />
        ))}
      </tbody>
    </table>
  )
}

export function FactRow({ label, value, url, isOff }: Row) {
  const cell = { ...text.cell, padding: '8px 0', borderTop: rule, verticalAlign: 'top' } as const
  return (
    <tr>
      <td className="rule soft" style={{ ...cell, width: '30%', paddingRight: '12px', color: colour.soft }}>
        {label}
      </td>
      <td className="rule" dir="auto" style={{ ...cell, wordBreak: 'break-word' }}>
        {url ? (
          <Link className="ink" href={url} style={{ color: colour.ink, textDecoration: 'underline' }}>
            {value}
          </Link>
        ) : isOff ? (
          <s>{value}</s>
        ) : (
          value
        )}
      </td>
    </tr>
  )
}

/** A list ordered by time: the time in figures on the left. */
export function EntryTable({
  title,
  entries,
  note,
}: {
  title: string
  entries: readonly Entry[]
  note: string | null
}) {
  const cell = { padding: '10px 0', borderTop: rule, verticalAlign: 'top' } as const
  return (
    <>
      <Text style={text.title}>{title}</Text>
      {entries.length > 0 && (
        <table width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin: '0 0 20px' }}>
          <tbody>
            {entries.map((entry) => (
              <tr key={`${entry.url ?? ''}${entry.time}`}>
                <td
                  className={entry.isLate ? 'rule alert' : 'rule'}
                  style={{
                    ...text.cell,
                    ...cell,
                    width: '92px',
                    paddingRight: '12px',
                    fontWeight: 700,
                    whiteSpace: 'nowrap',
                    ...(entry.isLate && { color: colour.alert }),
                  }}
                >
                  {entry.time}
                </td>
                <td className="rule" dir="auto" style={{ ...text.cell, ...cell, wordBreak: 'break-word' }}>
                  {entry.url ? (
                    <Link
                      className="ink"
                      href={entry.url}
                      style={{ color: colour.ink, fontWeight: 700, textDecoration: 'underline' }}
                    >
                      {entry.title}
                    </Link>
                  ) : (
                    <strong>{entry.title}</strong>
                  )}
                  <br />
                  <span className="soft" style={{ color: colour.soft }}>
                    {entry.text}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note && (
        <Text className="soft" style={{ ...text.zone, margin: '0 0 16px' }}>
          {note}
        </Text>
      )}
    </>
  )
}
