import { Button, color, font, Link, RenderList, signalColors, Text, text } from './elements.tsx'
import type { EmailBlock, TimeBlock, TimeTone } from './parts.ts'
import { EntryTable, FactTable, Gauge, RulerView } from './tables.tsx'

export function BlockView({ block }: { block: EmailBlock }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <Text style={text.body}>
          <Lines lines={block.text.split('\n')} hasLinks={block.hasLinks === true} />
        </Text>
      )
    case 'time':
      return <TimeView {...block} />
    case 'button':
      return (
        <div style={{ margin: '28px 0 0' }}>
          <Button
            href={block.url}
            style={{
              border: `1.5px solid ${color.ink}`,
              borderRadius: '3px',
              ...signalColors(),
              font: `700 17px/1.2 ${font}`,
            }}
          >
            {block.label}
          </Button>
        </div>
      )
    case 'links':
      return (
        <Text className="soft" style={{ ...text.zone, margin: '16px 0 24px' }}>
          {block.intro}
          <br />
          <RenderList of={block.links}>
            {({ label, url }, index) => (
              <>
                {index > 0 && ' · '}
                <Link className="ink" href={url} style={{ color: color.ink, textDecoration: 'underline' }}>
                  {label}
                </Link>
              </>
            )}
          </RenderList>
        </Text>
      )
    case 'facts':
      return <FactTable rows={block.rows} margin="28px 0 0" />
    case 'quote':
      return (
        <>
          <Text style={text.title}>{block.title}</Text>
          <div className="edge" style={{ borderLeft: `3px solid ${color.ink}`, padding: '2px 0 2px 16px' }}>
            <Text dir="auto" style={{ ...text.body, margin: 0 }}>
              <Lines lines={block.lines} />
            </Text>
          </div>
        </>
      )
    case 'entries':
      return <EntryTable {...block} />
    case 'gauge':
      return <Gauge {...block} />
    case 'code':
      return <Code {...block} />
  }
}

function Lines({ lines, hasLinks = false }: { lines: readonly string[]; hasLinks?: boolean }) {
  return (
    <RenderList of={lines}>
      {(line, index) => (
        <>
          {index > 0 && <br />}
          {hasLinks ? <RenderList of={line.split(/(https?:\/\/\S+[^\s.,;:!?)])/)}>{linkAddress}</RenderList> : line}
        </>
      )}
    </RenderList>
  )
}

/** When a line is split at its URLs, every second part is a URL. */
const linkAddress = (part: string, index: number) =>
  index % 2 === 0 ? (
    part
  ) : (
    <Link className="ink" href={part} style={{ color: color.ink, textDecoration: 'underline' }}>
      {part}
    </Link>
  )

/** Groups digits with margins instead of spaces, so that a copied code contains no spaces. */
function Code({ intro, digits }: { intro: string; digits: string }) {
  // A code that contains a hyphen is already grouped.
  const size = digits.includes('-')
    ? digits.length
    : ([3, 4, 5].find((length) => digits.length % length === 0) ?? digits.length)
  const groups = Array.from({ length: digits.length / size }, (_, index) =>
    digits.slice(index * size, (index + 1) * size),
  )
  return (
    <div className="edge" style={{ margin: '32px 0 0', padding: '12px 0 0', borderTop: `3px solid ${color.ink}` }}>
      <Text className="soft" style={{ ...text.zone, margin: 0 }}>
        {intro}
      </Text>
      <Text style={{ ...text.figure, fontSize: '34px', lineHeight: '1.2', letterSpacing: '0.06em' }}>
        <RenderList of={groups}>
          {(group, index) => <span style={index > 0 ? { paddingLeft: '0.3em' } : {}}>{group}</span>}
        </RenderList>
      </Text>
    </div>
  )
}

/** A time as in a printed timetable: large figures, the day, the zone, and a bar drawn to scale. */
function TimeView({ tone, label, time, day, zone, ruler, rows }: TimeBlock) {
  const isOff = tone === 'off'
  const figure = isOff ? { textDecoration: 'line-through', color: color.soft } : {}
  return (
    <div className="edge" style={{ margin: '24px 0 28px', padding: '14px 0 0', borderTop: `3px solid ${color.ink}` }}>
      <Text style={text.label}>
        <Chip tone={tone}>{label}</Chip>
      </Text>
      <Text className={isOff ? 'soft' : undefined} style={{ ...text.figure, ...figure }}>
        {time.replaceAll(/ (?=[AP]M)/g, '\u00a0')}
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

/** The colors of light mode. `names` are the classes whose colors dark mode replaces. */
const chipStyles = {
  firm: { names: '', style: {} },
  asked: { names: 'edge', style: { border: `1.5px dashed ${color.ink}` } },
  off: { names: 'rule soft', style: { border: `1.5px solid ${color.rule}`, color: color.soft } },
} as const satisfies Record<TimeTone, { names: string; style: object }>

/** A label for the state of a call: filled if the call is confirmed, dashed if the call is only requested. */
function Chip({ tone, children }: { tone: TimeTone; children: string }) {
  const { names, style } = chipStyles[tone]
  const signal = signalColors()
  const filled = tone === 'firm' && { ...signal, border: `1.5px solid ${signal.background}` }
  return (
    <span
      className={names || undefined}
      style={{ display: 'inline-block', padding: '3px 9px', borderRadius: '3px', ...style, ...filled }}
    >
      {children}
    </span>
  )
}
