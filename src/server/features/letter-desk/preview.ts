import type { Letter, LetterData } from '#letters/types.ts'
import type { LetterView } from '#shared/contract/letter-desk.ts'

/**
 * What stands where the visitor's own letter has the key to their page. Whoever looks on may neither move nor cancel a
 * call in the visitor's name, so the key goes before a word of the letter is written.
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

/** By its own rules alone: styles stand on its elements, nothing is fetched, nothing runs, only our desk frames it. */
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
 * The letter as a page whose links lead nowhere: they ask for a window of their own, which the sandbox does not give.
 * `look` holds it to one of its two sets of colours, whatever this machine prefers.
 */
export function pageOf({ html }: Letter, look: 'light' | 'dark'): string {
  const always = look === 'dark' ? '(min-width:0)' : '(max-width:0)'
  const coloured = html.replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, always)
  return coloured.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}
