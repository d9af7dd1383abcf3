import { Text } from './elements.tsx'
import type { TimeBlock, Tone } from './parts.ts'
import { RulerView } from './ruler.tsx'
import { colour, text } from './style.ts'
import { FactTable } from './tables.tsx'

/** A time as a timetable prints it: big figures, the day, the zone, and a bar drawn to scale. */
export function TimeView({ tone, label, time, day, zone, ruler, rows }: TimeBlock) {
  const isOff = tone === 'off'
  const figure = isOff ? { textDecoration: 'line-through', color: colour.soft } : {}
  return (
    <div
      className="edge"
      style={{ margin: '24px 0 28px', padding: '14px 0 0', borderTop: `3px solid ${colour.ink}` }}
    >
      <Text style={text.label}>
        <Chip tone={tone}>{label}</Chip>
      </Text>
      <Text className={isOff ? 'soft' : undefined} style={{ ...text.figure, ...figure }}>
        {time}
      </Text>
      <Text style={text.day}>{day}</Text>
      <Text className="soft" style={text.zone}>
        {zone}
      </Text>
      {ruler && !isOff && <RulerView ruler={ruler} isFirm={tone === 'firm'} />}
      {rows.length > 0 && <FactTable rows={rows} margin="18px 0 0" />}
    </div>
  )
}

/** The colours of light mode; `names` are the classes that dark mode recolours. */
const chips = {
  firm: {
    names: '',
    style: { border: `1.5px solid ${colour.signal}`, background: colour.signal, color: colour.ink },
  },
  asked: { names: 'edge', style: { border: `1.5px dashed ${colour.ink}` } },
  off: { names: 'rule soft', style: { border: `1.5px solid ${colour.rule}`, color: colour.soft } },
} as const satisfies Record<Tone, { names: string; style: object }>

/** The state of a time, drawn like its bar: filled if it is confirmed, dashed if it is only asked for. */
function Chip({ tone, children }: { tone: Tone; children: string }) {
  const { names, style } = chips[tone]
  return (
    <span
      className={names || undefined}
      style={{ display: 'inline-block', padding: '3px 9px', borderRadius: '3px', ...style }}
    >
      {children}
    </span>
  )
}
