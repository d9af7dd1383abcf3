import { createHash } from 'node:crypto'
import { brand } from '#content/brand.ts'
import { forms } from '#content/forms.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** One page to be exported: its HTML, and the policy that our server would send as a header. */
export interface ExportedPage {
  readonly html: string
  readonly policy: string
}

const allow = (policy: string, directive: string, source: string) =>
  policy.replace(`${directive} 'self'`, `${directive} 'self' ${source}`)

const intoHead = (html: string, element: string) =>
  html.replace('<meta charset="utf-8">', (first) => first + element)

/** Adds a script that runs before all others of the page. */
export const withScript = ({ html, policy }: ExportedPage, script: string): ExportedPage => ({
  html: intoHead(html, `<script>${script}</script>`),
  policy: allow(policy, 'script-src', hashOf(script)),
})

const mailAction = `mailto:${brand.email}?subject=${encodeURIComponent(`Form on the site of ${brand.name}`)}`

const noScriptStyle =
  `form[method=post]::before{content:${JSON.stringify(forms.elsewhere.withoutScript)};` +
  'grid-column:1/-1;display:block;border-inline-start:3px solid;padding-inline-start:.75em}'

/**
 * A static host accepts no forms without script, so the visitor's mail program gets them, and the page explains that
 * before the visitor writes. The note is a style, because React would remove an element that it does not know.
 */
export function withMailForms({ html, policy }: ExportedPage): ExportedPage {
  const forForms = html.replaceAll(
    /action="\/forms\/(?:booking|message)" method="post"/g,
    `action="${mailAction}" method="post" enctype="text/plain"`,
  )
  if (forForms === html) return { html, policy }
  const head = forForms.replace('</head>', `<noscript><style>${noScriptStyle}</style></noscript></head>`)
  const styled = allow(policy, 'style-src', hashOf(noScriptStyle))
  return { html: head, policy: allow(styled, 'form-action', 'mailto:') }
}

/**
 * The policy is in the page itself, so that it applies on any host. Only a header can restrict framing: `headers.ts`.
 */
export function withPolicy({ html, policy }: ExportedPage): string {
  const inPage = policy
    .split('; ')
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .join('; ')
  return intoHead(html, `<meta http-equiv="content-security-policy" content="${inPage}">`)
}
