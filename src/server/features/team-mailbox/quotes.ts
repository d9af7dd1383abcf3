/** How mail programs introduce an earlier email that they quote, in English, German and French. */
const languages = [
  {
    begins: /^On\b/,
    ends: /\bwrote\s*:$/,
    original: 'Original Message',
    labels: ['From', 'Sent|Date', 'To|Cc', 'Subject'],
  },
  {
    begins: /^Am\b/,
    ends: /\bschrieb\b[^:]*(:\d\d[^:]*)?:$/,
    original: 'Ursprüngliche Nachricht|Original-?nachricht',
    labels: ['Von', 'Gesendet|Datum', 'An|Cc', 'Betreff'],
  },
  {
    begins: /^Le\b/,
    ends: /\ba écrit\s*:$/,
    original: "Message d['’]origine|Message original",
    labels: ['De', 'Envoyé|Date', 'À|A|Cc', 'Objet'],
  },
]
const dashes = new RegExp(`^-{2,} ?(${languages.map(({ original }) => original).join('|')}) ?-{2,}$`, 'i')
const labels = languages.map((words) => words.labels.map((label) => new RegExp(`^\\*?(${label})\\s?:`, 'i')))
const rule = /^[_-]{10,}$/
const address = /<[^<>@\s]+@[^<>@\s]+>/

/** Mail programs wrap an introduction over at most this many lines, none of which is longer than this. */
const introductionLines = 3
const longestLine = 400

/**
 * Splits the text of an email into what its author wrote, and the earlier emails that the mail program quoted below.
 * Quotes between which the author wrote answers stay in the text.
 */
export function foldQuote(text: string): { body: string; quoted: string } {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const start = Math.min(markedQuote(lines), unmarkedQuote(lines))
  const body = lines.slice(0, start).join('\n').trim()
  // An email whose author wrote nothing, such as a forwarded email.
  return body === '' ? { body: text.trim(), quoted: '' } : { body, quoted: lines.slice(start).join('\n').trim() }
}

const lastText = (lines: readonly string[], before: number) =>
  lines.findLastIndex((line, at) => at < before && line !== '')

/** The first line of the quote marked with `>` with which the text ends, or of its introduction. */
function markedQuote(lines: readonly string[]): number {
  if (!lines[lastText(lines, lines.length)]?.startsWith('>')) return lines.length
  const start = lines.findLastIndex((line) => line !== '' && !line.startsWith('>')) + 1
  const end = lastText(lines, start) + 1
  const introduced = Array.from({ length: introductionLines }, (_, count) => Math.max(0, end - 1 - count)).filter(
    (begin) => isIntroduction(lines.slice(begin, end)),
  )
  // The wrapped line with the address alone also looks like an introduction.
  return introduced.find((at) => languages.some(({ begins }) => begins.test(lines[at] ?? ''))) ?? introduced[0] ?? start
}

function isIntroduction(lines: readonly string[]): boolean {
  const joined = lines.join(' ')
  if (joined.length > introductionLines * longestLine || lines.includes('')) return false
  return languages.some(({ begins, ends }) => ends.test(joined) && (begins.test(joined) || address.test(joined)))
}

/** The first line of Outlook's quote, which always continues to the end of the text. */
function unmarkedQuote(lines: readonly string[]): number {
  const found = lines.findIndex((line, at) => dashes.test(line) || isHeaderBlock(lines.slice(at, at + 7)))
  if (found < 0) return lines.length
  const before = lastText(lines, found)
  return rule.test(lines[before] ?? '') ? before : found
}

/** True if the first line and some of the next lines begin with Outlook's labels, all in the same language. */
const isHeaderBlock = (lines: readonly string[]) =>
  labels.some(
    ([from, ...others]) =>
      from?.test(lines[0] ?? '') && others.every((label) => lines.some((line) => label.test(line))),
  )
