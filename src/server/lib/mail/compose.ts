import { type Html, html } from '#server/lib/http/html.ts'
import { boardStyle, sheet as colour, font } from './letter-style.ts'

/** What stands in a letter, from top to bottom. */
export interface LetterParts {
  brand: string
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** A link; `below` introduces its address in full, for whom the button does not work. */
  button?: { label: string; url: string; below: string } | undefined
  /** Digits to type, and what to do with them. */
  code?: { intro: string; digits: string } | undefined
  /** Smaller sentences below the rule. */
  small: readonly string[]
  signature: string
}

export const compose = (parts: LetterParts): { text: string; html: string } => ({
  text: asText(parts),
  html: asHtml(parts).markup,
})

/** For mail programs, and people, that read text. The code stands ungrouped, so that it can be copied. */
function asText({ heading, paragraphs, button, code, small, signature }: LetterParts): string {
  const blocks = [
    heading.toUpperCase(),
    ...paragraphs,
    button && `${button.label}:\n${button.url}`,
    code && `${code.intro}\n${code.digits}`,
    ...small,
    `-- \n${signature}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/**
 * One column without tables, every style on its element: some programs drop the style sheet, which holds the board of
 * the night alone. Classes name what it repaints.
 */
function asHtml({ brand, subject, heading, paragraphs, button, code, small, signature }: LetterParts): Html {
  const rule = `border-top:1px solid ${colour.rule}`
  const text = `margin:0 0 16px;font:400 17px/1.55 ${font}`
  const note = `margin:0 0 10px;font:400 14px/1.5 ${font};color:${colour.soft}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${boardStyle}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${colour.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0]}</div>
<div class="paper ink" style="background:${colour.paper};color:${colour.ink}">
<div style="max-width:544px;margin:0 auto;padding:28px 20px 36px">
${wordmark(brand)}
<div style="height:6px;margin:18px 0 32px;background:${colour.signal};font-size:0;line-height:0">&nbsp;</div>
<h1 style="margin:0 0 16px;font:700 30px/1.1 ${font};letter-spacing:-0.02em;text-wrap:balance">${heading}</h1>
${paragraphs.map((paragraph) => html`<p style="${text}">${paragraph}</p>\n`)}${button && buttonMarkup(button)}${
  code && codeMarkup(code)
}<div class="rule" style="margin:32px 0 0;padding:16px 0 0;${rule}">
${small.map((sentence) => html`<p class="soft" style="${note}">${sentence}</p>\n`)}${
  button &&
  html`<p class="soft" style="${note}">${button.below}<br><a class="soft" href="${button.url}" style="color:${colour.soft};text-decoration:underline;word-break:break-all">${button.url}</a></p>\n`
}<p class="soft" style="${note}">${signature}</p>
</div>
</div>
</div>
</body>
</html>
`
}

/** Three lines of a timetable, as on the site; where `inline-block` is unknown they stand above the name. */
function wordmark(brand: string): Html {
  const line = (width: number, height: number, above: number, fill: string, name: string | null) =>
    html`<div${name && html` class="${name}"`} style="width:${width}px;height:${height}px;margin-top:${above}px;background:${fill};font-size:0;line-height:0">&nbsp;</div>`
  return html`<div style="font:700 20px/22px ${font};letter-spacing:-0.02em"><div aria-hidden="true" style="display:inline-block;width:26px;margin-right:9px;vertical-align:middle">${[
    line(26, 3, 0, colour.ink, 'line'),
    line(15, 3, 5, colour.ink, 'line'),
    line(26, 5, 5, colour.signalDeep, null),
  ]}</div><span style="vertical-align:middle">${brand}</span></div>`
}

function buttonMarkup({ label, url }: NonNullable<LetterParts['button']>): Html {
  return html`<p style="margin:28px 0 0"><a href="${url}" style="display:inline-block;padding:14px 22px;border:1.5px solid ${colour.ink};border-radius:3px;background:${colour.signal};color:${colour.ink};font:700 17px/1.2 ${font};text-decoration:none">${label}</a></p>
`
}

/** Grouped by space that is not text, so that what is copied is the code. */
function codeMarkup({ intro, digits }: NonNullable<LetterParts['code']>): Html {
  const [first = '', ...others] = groups(digits)
  return html`<div class="code" style="margin:32px 0 0;padding:12px 0 0;border-top:3px solid ${colour.ink}">
<p class="soft" style="margin:0;font:400 15px/1.4 ${font};color:${colour.soft}">${intro}</p>
<p style="margin:6px 0 0;font:700 34px/1.2 ${font};letter-spacing:0.06em;font-variant-numeric:tabular-nums">${first}${others.map(
    (group) => html`<span style="padding-left:0.3em">${group}</span>`,
  )}</p>
</div>
`
}

function groups(digits: string): readonly string[] {
  const size = [3, 4, 5].find((length) => digits.length % length === 0) ?? digits.length
  return Array.from({ length: digits.length / size }, (_, index) =>
    digits.slice(index * size, (index + 1) * size),
  )
}
