import type { ReactNode } from 'react'
import { brand } from '#content/brand.ts'
import { BlockView } from './blocks.tsx'
import { Each } from './each.tsx'
import { Container, Link, Page, Preview, Section, Text } from './elements.tsx'
import type { LetterParts } from './parts.ts'
import { boardStyle, colour, font, text } from './style.ts'

export function Frame({
  parts: { subject, heading, greeting, blocks, small },
  foot,
}: {
  parts: LetterParts
  foot: readonly { label: string; url: string }[]
}) {
  const first = blocks.find((block) => block.type === 'paragraph')
  const buttons = blocks.filter((block) => block.type === 'button')
  return (
    <Page
      background={colour.paper}
      head={
        <>
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          {/* Keeps mail programs from turning times and numbers into links. */}
          <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
          <title>{subject}</title>
          <style>{boardStyle}</style>
        </>
      }
    >
      {first && <Preview>{first.text}</Preview>}
      <Section className="paper ink" style={{ background: colour.paper, color: colour.ink }}>
        <Container maxWidth="584px">
          <div style={{ padding: '28px 20px 36px' }}>
            <Wordmark />
            <div
              style={{
                height: '6px',
                margin: '18px 0 32px',
                background: colour.signal,
                fontSize: 0,
                lineHeight: 0,
              }}
            >
              &nbsp;
            </div>
            <h1 style={text.heading}>{heading}</h1>
            {greeting && <Text style={text.body}>{greeting}</Text>}
            <Each of={blocks}>{(block) => <BlockView block={block} />}</Each>
            <div
              className="rule"
              style={{ margin: '32px 0 0', padding: '16px 0 0', borderTop: `1px solid ${colour.rule}` }}
            >
              <Each of={small.slice(0, -1)}>{(sentence) => <Note>{sentence}</Note>}</Each>
              <Each of={buttons}>
                {({ below, url }) =>
                  below && (
                    <Note>
                      {below}
                      <br />
                      <Link
                        className="soft"
                        href={url}
                        style={{ color: colour.soft, textDecoration: 'underline', wordBreak: 'break-all' }}
                      >
                        {url}
                      </Link>
                    </Note>
                  )
                }
              </Each>
              <Note>{small.at(-1)}</Note>
              <Note>
                <Each of={foot}>
                  {({ label, url }) => (
                    <Link
                      className="soft"
                      href={url}
                      style={{ color: colour.soft, textDecoration: 'underline', marginRight: '16px' }}
                    >
                      {label}
                    </Link>
                  )}
                </Each>
              </Note>
            </div>
          </div>
        </Container>
      </Section>
    </Page>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text className="soft" style={text.note}>
    {children}
  </Text>
)

/** Three lines of a timetable, as on the site; mail programs without `inline-block` show them above the name. */
function Wordmark() {
  const line = (width: number, height: number, above: number, fill: string, name?: string) => (
    <div
      className={name}
      style={{
        width: `${width}px`,
        height: `${height}px`,
        marginTop: `${above}px`,
        background: fill,
        fontSize: 0,
        lineHeight: 0,
      }}
    >
      &nbsp;
    </div>
  )
  return (
    <div style={{ font: `700 20px/22px ${font}`, letterSpacing: '-0.02em' }}>
      <div
        aria-hidden="true"
        style={{ display: 'inline-block', width: '26px', marginRight: '9px', verticalAlign: 'middle' }}
      >
        {line(26, 3, 0, colour.ink, 'line')}
        {line(15, 3, 5, colour.ink, 'line')}
        {line(26, 5, 5, colour.signalDeep)}
      </div>
      <span style={{ verticalAlign: 'middle' }}>{brand.name}</span>
    </div>
  )
}
