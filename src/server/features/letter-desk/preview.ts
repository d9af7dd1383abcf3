import type { Letter, LetterData } from '#letters/types.ts'
import type { LetterView } from '#shared/contract/letter-desk.ts'

/**
 * Replaces the key to the visitor's page. A colleague who looks at the letter must not move or cancel a call in the
 * visitor's name, so the key is removed before the letter is written.
 */
const keyless = 'not-in-a-preview'

export const withoutKey = (data: LetterData): LetterData =>
  'callLink' in data ? { ...data, callLink: `${data.siteUrl}/?call=${keyless}` } : data

export const viewOf = ({ kind, to, subject, text, calendar }: Letter): LetterView => ({
  kind,
  to,
  subject,
  text,
  calendar: calendar?.text ?? null,
})

/** The policy of a preview: inline styles only, no requests, no scripts, and only the desk may frame it. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

/**
 * The letter as a page whose links do nothing: they open new windows, which the sandbox forbids. `look` forces one of
 * its two colour schemes, regardless of the machine's setting.
 */
export function pageOf({ html }: Letter, look: 'light' | 'dark'): string {
  const always = look === 'dark' ? '(min-width:0)' : '(max-width:0)'
  const coloured = html.replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, always)
  return coloured.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}
