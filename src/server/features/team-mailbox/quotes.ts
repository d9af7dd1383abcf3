/** How mail programs introduce an earlier email that they quote, in one language. */
interface QuoteWords {
  /** `On Mon, Nov 30, 2026 at 9:12 AM Backline <desk@backline.example> wrote:` on one line. */
  begins: RegExp
  ends: RegExp
  /** The words in Outlook's line of dashes. */
  original: string
  /** The labels of the sender, the date, the recipients and the subject in Outlook's header block. */
  labels: readonly string[]
}

const languages: readonly QuoteWords[] = [
  {
    begins: /^On\b/,
    ends: /\bwrote\s*:$/,
    original: 'Original Message|Original Appointment',
    labels: ['From', 'Sent|Date', 'To|Cc', 'Subject'],
  },
  {
    begins: /^Am\b/,
    ends: /\bschrieb\b[^:]*(:\d\d[^:]*)?:$/,
    original: 'Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht',
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
const labels = languages.map((language) => language.labels.map((label) => new RegExp(`^\\*?(${label})\\s?:`, 'i')))
const address = /<[^<>@\s]+@[^<>@\s]+>/
const underscores = /^_{10,}$/

/** Longer lines are text. */
const longestLine = 400
/** A mail program wraps an introduction over at most this many lines. */
const introductionLines = 3
const headerLines = 7

/**
 * Splits the text of an email into what its author wrote, and the earlier emails that the mail program quoted below.
 * Quotes between which the author wrote answers stay in the text.
 */
export function foldQuote(text: string): { body: string; quoted: string } {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const start = Math.min(trailingQuote(lines), quotedToEnd(lines))
  const body = lines.slice(0, start).join('\n').trim()
  // An email without a text of its own, such as a forwarded email.
  if (body === '') return { body: text.trim(), quoted: '' }
  return { body, quoted: lines.slice(start).join('\n').trim() }
}

const isQuoted = (line = '') => line.startsWith('>')

/** The first line of the marked quote with which the text ends, or of its introduction. */
function trailingQuote(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line !== '')
  if (!isQuoted(lines[last])) return lines.length
  const start = lines.findLastIndex((line, at) => at < last && line !== '' && !isQuoted(line)) + 1
  const end = lines.findLastIndex((line, at) => at < start && line !== '') + 1
  const begins = Array.from({ length: introductionLines }, (_, count) => Math.max(0, end - 1 - count))
  const introduced = begins.filter((begin) => isIntroduction(lines.slice(begin, end)))
  // The wrapped line with the address alone also looks like an introduction.
  return (
    introduced.find((begin) => languages.some((words) => words.begins.test(lines[begin] ?? ''))) ??
    introduced[0] ??
    start
  )
}

/** The first line of a quote without marks, which always continues to the end of the text. */
function quotedToEnd(lines: readonly string[]): number {
  const found = lines.findIndex(
    (line, at) =>
      dashes.test(line) || isHeaderBlock(lines, at) || (isDatedIntroduction(lines, at) && !isMarkedAfter(lines, at)),
  )
  if (found < 0) return lines.length
  const before = lines.findLastIndex((line, at) => at < found && line !== '')
  return underscores.test(lines[before] ?? '') ? before : found
}

function isIntroduction(lines: readonly string[]): boolean {
  if (lines.some((line) => line.length > longestLine || line === '')) return false
  const joined = lines.join(' ').trim()
  return languages.some(({ begins, ends }) => ends.test(joined) && (begins.test(joined) || address.test(joined)))
}

/** True if an introduction begins here that only a mail program writes, because it names a time and an address. */
function isDatedIntroduction(lines: readonly string[], at: number): boolean {
  for (let count = 1; count <= introductionLines; count++) {
    const some = lines.slice(at, at + count)
    if (isIntroduction(some)) return /\d[:.h]\d\d/.test(some.join(' ')) && address.test(some.join(' '))
  }
  return false
}

const isMarkedAfter = (lines: readonly string[], at: number) =>
  lines.some((line, other) => other > at && isQuoted(line))

/** True if the line and some of the next lines are Outlook's labels, all in the same language. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const some = lines.slice(at, at + headerLines).filter((line) => line.length <= longestLine)
  return labels.some(
    ([from, ...others]) =>
      from?.test(lines[at] ?? '') &&
      others.filter((label) => some.some((line) => label.test(line))).length === others.length,
  )
}
