import {
  type AnchorHTMLAttributes,
  type CSSProperties,
  createElement,
  Fragment,
  type HTMLAttributes,
  type ReactNode,
} from 'react'

import { look } from '#content/look.ts'
import { readableOn } from '#shared/lib/color.ts'

// The colors of `src/ui/tokens.css`, in the notation that every email program supports.

export const color = {
  paper: '#f7f4ec',
  sunken: '#efeadd',
  ink: '#1a1611',
  soft: '#544f47',
  rule: '#d2cfc6',
  alert: '#ad1316',
  signalDeep: '#efbd00',
} as const

/** The color of the button and the bars, and of text on it. */
export function signalColors(): { background: string; color: string } {
  const background = look.signal
  return { background, color: readableOn(background) }
}

/** For dark mode. */
const darkColors = {
  paper: '#120f0b',
  sunken: '#2a261f',
  ink: '#f1eee6',
  soft: '#b4b1a7',
  rule: '#3f3c37',
  alert: '#ff8f82',
} as const

/** System fonts, because emails load no fonts. */
export const font = "'Helvetica Neue',Helvetica,Arial,sans-serif"

/**
 * Every rule is `!important` to override the style of each element. The button and the bars look the same in dark mode
 * and need no rule. The style sheet contains no quotes or angle brackets, because it is inserted into markup unescaped.
 */
export const darkModeStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${darkColors.paper}!important}
.sunken{background:${darkColors.sunken}!important}
.ink{color:${darkColors.ink}!important}
.soft{color:${darkColors.soft}!important}
.alert{color:${darkColors.alert}!important}
.rule{border-color:${darkColors.rule}!important}
.edge{border-color:${darkColors.ink}!important}
.seam{border-color:${darkColors.paper}!important}
.line{background:${darkColors.ink}!important}
}`

const figures = { fontVariantNumeric: 'tabular-nums' } as const

/**
 * The styles for each kind of text. These styles are set on the elements, because some email programs drop the style
 * sheet.
 */
export const text = {
  heading: {
    margin: '0 0 16px',
    font: `700 30px/1.1 ${font}`,
    letterSpacing: '-0.02em',
    textWrap: 'balance',
  },
  body: { margin: '0 0 16px', font: `400 17px/1.55 ${font}` },
  note: { margin: '0 0 10px', font: `400 14px/1.5 ${font}`, color: color.soft },
  label: { margin: 0, font: `700 14px/1.3 ${font}` },
  figure: { margin: '12px 0 0', font: `700 44px/1.05 ${font}`, letterSpacing: '-0.03em', ...figures },
  day: { margin: '6px 0 0', font: `700 19px/1.3 ${font}` },
  zone: { margin: '2px 0 0', font: `400 15px/1.45 ${font}`, color: color.soft },
  cell: { font: `400 15px/1.45 ${font}`, ...figures },
  title: { margin: '36px 0 10px', font: `700 19px/1.25 ${font}`, letterSpacing: '-0.01em' },
} as const

/** Renders a list without keys, because emails are rendered once and never reordered. */
export const RenderList = <Item,>({
  of,
  children,
}: {
  of: readonly Item[]
  children: (item: Item, index: number) => ReactNode
}) => createElement(Fragment, null, ...of.map(children))

/**
 * The elements of an email, adapted to email programs: the layout uses tables, because Outlook renders with Word,
 * and every element has its own styles. These elements are modeled on react-email (MIT, © Plus Five Five, Inc.).
 */

/** A one-cell table, which Outlook needs instead of a block. */
const tableDefaults = {
  align: 'center',
  width: '100%',
  border: 0,
  cellPadding: '0',
  cellSpacing: '0',
  role: 'presentation',
} as const

type Sides = readonly [top: string | number, right: string | number, bottom: string | number, left: string | number]

/** The four sides of a shorthand such as `0 0 16px`: some email programs support only the long property names. */
function parseSides(shorthand: string | number): Sides {
  const [top = 0, right = top, bottom = top, left = right] =
    typeof shorthand === 'number' ? [shorthand] : shorthand.split(' ')
  return [top, right, bottom, left]
}

type StyledProps<Element> = Omit<HTMLAttributes<Element>, 'style'> & {
  style: CSSProperties & { margin: string | number }
}

export function Text({ style, ...rest }: StyledProps<HTMLParagraphElement>) {
  const [marginTop, marginRight, marginBottom, marginLeft] = parseSides(style.margin)
  const margins = { marginTop, marginRight, marginBottom, marginLeft }
  const base = { fontSize: '14px', lineHeight: '24px', wordBreak: 'break-word' } as const
  return <p {...rest} style={{ ...base, ...style, ...margins }} />
}

/** Opens links in a new tab, so that they do not replace a webmail page. */
export function Link({ style, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} style={{ color: '#067df7', textDecorationLine: 'none', ...style }} target="_blank">
      {children}
    </a>
  )
}

/** Padding of a button, in pixels. */
const [above, beside] = [14, 22]
const points = (pixels: number) => pixels * 0.75
/**
 * Word ignores the padding of links, so raised thin spaces replace the padding. Each space can be stretched to at most
 * 500%.
 */
const spaces = Math.ceil(beside / 10)
const width = `mso-font-width:${(beside / spaces / 2) * 100}%`
const textRaise = `mso-text-raise:${points(2 * above)}`
const thinSpaces = '&#8202;'.repeat(spaces)
const before = `<!--[if mso]><i style="${width};${textRaise}" hidden>${thinSpaces}</i><![endif]-->`
const after = `<!--[if mso]><i style="${width}" hidden>${thinSpaces}&#8203;</i><![endif]-->`

/** Styles that only Word supports; React writes unknown styles unchanged. */
type WordStyle = CSSProperties & { msoPaddingAlt?: string; msoTextRaise?: number }

/** HTML in a conditional comment for Word. React has no other way to write comments. */
function WordOnly({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is two constants in this file.
  return <span dangerouslySetInnerHTML={{ __html: html }} />
}

export function Button({ href, style, children }: { href: string; style: CSSProperties; children: ReactNode }) {
  const outer: WordStyle = {
    lineHeight: '100%',
    textDecoration: 'none',
    display: 'inline-block',
    maxWidth: '100%',
    msoPaddingAlt: '0px',
    padding: `${above}px ${beside}px`,
    ...style,
    paddingTop: above,
    paddingRight: beside,
    paddingBottom: above,
    paddingLeft: beside,
  }
  const inner: WordStyle = {
    maxWidth: '100%',
    display: 'inline-block',
    lineHeight: '120%',
    msoPaddingAlt: '0px',
    msoTextRaise: points(above),
  }
  return (
    <a href={href} style={outer} target="_blank" rel="noopener">
      <WordOnly html={before} />
      <span style={inner}>{children}</span>
      <WordOnly html={after} />
    </a>
  )
}

/** Inboxes show at most this many characters of an email next to the subject. */
const previewLength = 150
/** Invisible characters that fill the preview, so that the inbox does not show text from the rest of the email. */
const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'

/** The preview text that an inbox shows and the open email hides. */
export function Preview({ children }: { children: string }) {
  const shown = children.slice(0, previewLength)
  return (
    <div
      style={{
        display: 'none',
        overflow: 'hidden',
        lineHeight: '1px',
        opacity: 0,
        maxHeight: 0,
        maxWidth: 0,
      }}
      data-skip-in-text
    >
      {shown}
      {shown.length < previewLength && <div>{filler.repeat(previewLength - shown.length)}</div>}
    </div>
  )
}

/** A full-width block. */
export function Section({
  className,
  style,
  children,
}: Pick<HTMLAttributes<HTMLElement>, 'className' | 'style' | 'children'>) {
  return (
    <table {...tableDefaults} className={className} style={style}>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** A centered block of limited width. */
export function Container({ maxWidth, children }: { maxWidth: string; children: ReactNode }) {
  return (
    <table {...tableDefaults} style={{ maxWidth }}>
      <tbody>
        <tr style={{ width: '100%' }}>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** Some webmail programs drop the `body` element and keep its content, so a table also has the background color. */
export function Page({ head, children, background }: { head: ReactNode; children: ReactNode; background: string }) {
  return (
    <html dir="ltr" lang="en">
      <head>
        <meta content="text/html; charset=UTF-8" httpEquiv="Content-Type" />
        <meta name="x-apple-disable-message-reformatting" />
        {head}
      </head>
      <body className="paper" style={{ background, margin: 0, padding: 0 }}>
        <table {...tableDefaults}>
          <tbody>
            <tr>
              <td style={{ margin: 0, padding: 0, background }}>{children}</td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}
