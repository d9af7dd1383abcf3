import { Text } from '@react-email/text'
import type { Ruler, TimeBlock, Tone } from './parts.ts'
import { colour, text } from './style.ts'
import { FactRow } from './tables.tsx'

/** A time as a timetable prints it: big figures, the day, the clock they are on, and a stretch drawn to scale. */
export function TimeView({ tone, label, time, day, zone, ruler, rows }: TimeBlock) {
  const figure = tone === 'off' ? { textDecoration: 'line-through', color: colour.soft } : {}
  return (
    <div
      className="edge"
      style={{ margin: '24px 0 28px', padding: '14px 0 0', borderTop: `3px solid ${colour.ink}` }}
    >
      <Text style={text.label}>
        <Chip tone={tone}>{label}</Chip>
      </Text>
      <Text className={tone === 'off' ? 'soft' : undefined} style={{ ...text.figure, ...figure }}>
        {time}
      </Text>
      <Text style={text.day}>{day}</Text>
      <Text className="soft" style={text.zone}>
        {zone}
      </Text>
      {ruler && tone !== 'off' && <RulerView ruler={ruler} isFirm={tone === 'firm'} />}
      {rows.length > 0 && (
        <table width="100%" cellPadding="0" cellSpacing="0" border={0} style={{ margin: '18px 0 0' }}>
          <tbody>
            {rows.map((row) => (
              <FactRow key={row.label} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** The state of a time, drawn as the ruler draws it: filled where it stands, dashed where it was asked for. */
function Chip({ tone, children }: { tone: Tone; children: string }) {
  const shape = { display: 'inline-block', padding: '3px 9px', borderRadius: '3px' } as const
  if (tone === 'firm') {
    const fill = { border: `1.5px solid ${colour.signal}`, background: colour.signal, color: colour.ink }
    return <span style={{ ...shape, ...fill }}>{children}</span>
  }
  if (tone === 'asked') {
    return (
      <span className="edge" style={{ ...shape, border: `1.5px dashed ${colour.ink}` }}>
        {children}
      </span>
    )
  }
  return (
    <span
      className="rule soft"
      style={{ ...shape, border: `1.5px solid ${colour.rule}`, color: colour.soft }}
    >
      {children}
    </span>
  )
}

const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

/** Repeats what the figures say, so it is for eyes alone. */
function RulerView({ ruler, isFirm }: { ruler: Ruler; isFirm: boolean }) {
  const { from, to, ticks } = ruler
  const bar = { height: '14px', fontSize: 0, lineHeight: 0 } as const
  return (
    <div aria-hidden="true" style={{ margin: '16px 0 0' }}>
      <table width="100%" cellPadding="0" cellSpacing="0" border={0} role="presentation">
        <tbody>
          <tr>
            {from > 0 && (
              <td className="sunken" style={{ ...bar, width: percent(from), background: colour.sunken }}>
                &nbsp;
              </td>
            )}
            <td
              className="edge"
              style={{
                ...bar,
                width: percent(to - from),
                border: isFirm ? 0 : `1.5px dashed ${colour.ink}`,
                background: isFirm ? colour.signal : 'transparent',
              }}
            >
              &nbsp;
            </td>
            {to < 1 && (
              <td className="sunken" style={{ ...bar, width: percent(1 - to), background: colour.sunken }}>
                &nbsp;
              </td>
            )}
          </tr>
        </tbody>
      </table>
      <table width="100%" cellPadding="0" cellSpacing="0" border={0} role="presentation">
        <tbody>
          <tr>
            {ticks.map((tick) => (
              <td
                key={tick}
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
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** So many of so many, as boxes that fill. */
export function Gauge({
  label,
  value,
  taken,
  capacity,
}: {
  label: string
  value: string
  taken: number
  capacity: number
}) {
  const boxes = Math.min(Math.max(capacity, taken, 1), 20)
  return (
    <>
      <Text style={text.title}>{label}</Text>
      <Text style={{ ...text.figure, margin: '0 0 10px' }}>{value}</Text>
      <table
        width="100%"
        cellPadding="0"
        cellSpacing="0"
        border={0}
        role="presentation"
        aria-hidden="true"
        style={{ margin: '0 0 24px' }}
      >
        <tbody>
          <tr>
            {Array.from({ length: boxes }, (_, index) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never again
                key={index}
                className={index < taken ? undefined : 'sunken'}
                style={{
                  height: '14px',
                  width: percent(1 / boxes),
                  borderRight: `2px solid ${colour.paper}`,
                  background: index < taken ? colour.signal : colour.sunken,
                  fontSize: 0,
                  lineHeight: 0,
                }}
              >
                &nbsp;
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  )
}
