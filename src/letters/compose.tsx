import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#content/brand.ts'
import { documents, ownDataLink } from '#content/documents.ts'
import { ownSignal } from '#content/look.ts'
import { BlockView } from './blocks.tsx'
import {
  Container,
  color,
  darkModeStyle,
  font,
  Link,
  Page,
  Preview,
  RenderList,
  Section,
  signalColors,
  Text,
  text,
} from './elements.tsx'
import type { EmailBlock, EmailParts, EmailRow } from './parts.ts'
import { urlBelow } from './typed-text.ts'

/** Returns the email as HTML, in which React escapes every value, and as plain text, which needs no escaping. */
export function compose(parts: EmailParts, siteUrl: string | null): { text: string; html: string } {
  const foot = footerLinks(siteUrl)
  return {
    text: plainText(parts, foot),
    html: `<!doctype html>\n${renderToStaticMarkup(<EmailFrame parts={parts} foot={foot} />)}\n`,
  }
}

/** The links at the end of every email. `siteUrl` is null for an email without links. */
export const footerLinks = (siteUrl: string | null): { label: string; url: string }[] =>
  siteUrl === null
    ? []
    : [
        { label: documents.privacy, url: urlBelow(siteUrl, '/privacy') },
        { label: ownDataLink.label, url: urlBelow(siteUrl, ownDataLink.href) },
      ]

function EmailFrame({
  parts: { subject, heading, greeting, blocks, small },
  foot,
}: {
  parts: EmailParts
  foot: readonly { label: string; url: string }[]
}) {
  const first = blocks.find((block) => block.type === 'paragraph')
  const buttons = blocks.filter((block) => block.type === 'button')
  return (
    <Page
      background={color.paper}
      head={
        <>
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          {/* Stops email programs from turning times and numbers into links. */}
          <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
          <title>{subject}</title>
          <style>{darkModeStyle}</style>
        </>
      }
    >
      {first && <Preview>{first.text}</Preview>}
      <Section className="paper ink" style={{ background: color.paper, color: color.ink }}>
        <Container maxWidth="584px">
          <div style={{ padding: '28px 20px 36px' }}>
            <Wordmark />
            <div
              style={{
                height: '6px',
                margin: '18px 0 32px',
                background: signalColors().background,
                fontSize: 0,
                lineHeight: 0,
              }}
            >
              &nbsp;
            </div>
            <h1 style={text.heading}>{heading}</h1>
            {greeting && <Text style={text.body}>{greeting}</Text>}
            <RenderList of={blocks}>{(block) => <BlockView block={block} />}</RenderList>
            <div
              className="rule"
              style={{ margin: '32px 0 0', padding: '16px 0 0', borderTop: `1px solid ${color.rule}` }}
            >
              <RenderList of={small.slice(0, -1)}>{(sentence) => <Note>{sentence}</Note>}</RenderList>
              <RenderList of={buttons}>
                {({ below, url }) =>
                  below && (
                    <Note>
                      {below}
                      <br />
                      <Link
                        className="soft"
                        href={url}
                        style={{ color: color.soft, textDecoration: 'underline', wordBreak: 'break-all' }}
                      >
                        {url}
                      </Link>
                    </Note>
                  )
                }
              </RenderList>
              <Note>{small.at(-1)}</Note>
              <Note>
                <RenderList of={foot}>
                  {({ label, url }) => (
                    <Link
                      className="soft"
                      href={url}
                      style={{ color: color.soft, textDecoration: 'underline', marginRight: '16px' }}
                    >
                      {label}
                    </Link>
                  )}
                </RenderList>
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

/**
 * Three lines of a timetable, as on the site. Email programs that do not support `inline-block` show the lines above
 * the name.
 */
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
        {line(26, 3, 0, color.ink, 'line')}
        {line(15, 3, 5, color.ink, 'line')}
        {line(26, 5, 5, ownSignal() ?? color.signalDeep)}
      </div>
      <span style={{ verticalAlign: 'middle' }}>{brand.name}</span>
    </div>
  )
}

/** The complete email as plain text. */
function plainText(
  { heading, greeting, blocks, small }: EmailParts,
  foot: readonly { label: string; url: string }[],
): string {
  const signature = small.at(-1)
  const all = [heading.toUpperCase(), greeting, ...blocks.map(plainTextOf), ...small.slice(0, -1)]
  const end = [signature, ...foot.map(({ label, url }) => `${label}: ${url}`)]
  return `${all.filter(Boolean).join('\n\n')}\n\n-- \n${end.join('\n')}\n`
}

const rowText = ({ label, value, isOff }: EmailRow): string => `${label}: ${isOff ? `(${value})` : value}`

const listText = (title: string, lines: readonly string[]): string => [title, ...lines].join('\n')

function plainTextOf(block: EmailBlock): string {
  switch (block.type) {
    case 'paragraph':
      return block.text
    case 'time':
      return listText(block.label.toUpperCase(), [block.time, block.day, block.zone, ...block.rows.map(rowText)])
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'links':
      return listText(
        block.intro,
        block.links.map(({ label, url }) => `${label}: ${url}`),
      )
    case 'facts':
      return block.rows.map(rowText).join('\n')
    // Quotes a visitor's text as in replies, so that no line of the quote looks like our own text.
    case 'quote':
      return listText(
        `${block.title}:`,
        block.lines.map((line) => `> ${line}`.trimEnd()),
      )
    case 'entries':
      return listText(block.title.toUpperCase(), [
        ...block.entries.map(
          ({ time, title, text, url }) => `${time}  ${title}. ${text}${url ? `\n       ${url}` : ''}`,
        ),
        ...(block.note ? [block.note] : []),
      ])
    case 'gauge':
      return `${block.label}: ${block.value}`
    case 'code':
      return `${block.intro}\n${block.digits}`
  }
}
