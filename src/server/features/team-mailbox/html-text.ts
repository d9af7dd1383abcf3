import { Parser } from 'htmlparser2'

const hiddenTags = new Set([
  'head',
  'script',
  'style',
  'template',
  'title',
  'noscript',
  'object',
  'svg',
  'select',
  'audio',
  'video',
])
const blocks = new Set(
  'address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const spacedBlocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol'])
const emptyTags = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr', 'area', 'base', 'col', 'embed'])
const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])|mso-hide\s*:\s*all|max-height\s*:\s*0(?![.\d]*[1-9])/i
const deepestQuote = 5
const deepest = 2000
const chunk = 65_536

/**
 * Reduces the HTML of an email to text, without hidden parts and without loading anything. Quotes are marked with `>`
 * as in plain text, and links show where they lead.
 */
export function htmlText(html: string, longest: number): string {
  const open: { name: string; isHidden: boolean; isQuote: boolean; href: string | null }[] = []
  const lines: string[] = []
  let line = ''
  let blank = false
  let linked = ''
  let length = 0
  let hiddenTagsOpen = 0
  let quotesOpen = 0
  const mark = () => '>'.repeat(Math.min(quotesOpen, deepestQuote))
  function endLine(isSpaced: boolean) {
    if (line.trim() !== '') {
      if (blank && lines.length > 0) lines.push(mark())
      lines.push(`${mark()}${mark() && ' '}${line.trim()}`)
      blank = false
    }
    line = ''
    blank ||= isSpaced
  }
  function close(): void {
    const tag = open.pop()
    if (!tag) return
    if (tag.href !== null && !linked.includes(tag.href)) add(` <${tag.href}>`)
    if (blocks.has(tag.name)) endLine(spacedBlocks.has(tag.name))
    if (tag.isHidden) hiddenTagsOpen--
    if (tag.isQuote) quotesOpen--
  }
  function add(text: string): void {
    if (hiddenTagsOpen > 0 || length > longest) return
    length += text.length
    line += text
    linked += text
  }
  const parser = new Parser(
    {
      onopentag(name, { style = '', hidden, type = '', class: classes = '', href = '' }) {
        if (length > longest) return
        if (name === 'br') {
          if (line.trim() === '') blank = true
          return endLine(false)
        }
        if (blocks.has(name)) endLine(spacedBlocks.has(name))
        if (name === 'li') add('- ')
        if (name === 'td' || name === 'th') add(' ')
        // Outlook puts a rule before an earlier email, which it does not enclose.
        if (name === 'hr') {
          add('_'.repeat(32))
          endLine(false)
        }
        if (emptyTags.has(name)) return
        const isQuote = name === 'blockquote' && (type === 'cite' || /\b(gmail|yahoo)_quote/.test(classes))
        const isHidden = hiddenTags.has(name) || hidden !== undefined || hiding.test(style)
        if (name === 'a') linked = ''
        const isLink = name === 'a' && /^https?:\/\/\S{1,500}$/i.test(href)
        open.push({ name, isHidden, isQuote, href: isLink ? href : null })
        if (isHidden) hiddenTagsOpen++
        if (isQuote) quotesOpen++
      },
      ontext(text) {
        const isPlain = open.some(({ name }) => name === 'pre')
        const [first = '', ...others] = isPlain ? text.split('\n') : [text.replace(/[\s\u00a0]+/g, ' ')]
        add(line === '' && !isPlain ? first.trimStart() : first)
        for (const other of others) {
          endLine(false)
          add(other)
        }
      },
      onclosetag(name) {
        if (!emptyTags.has(name) && open.at(-1)?.name === name) close()
      },
    },
    { decodeEntities: true },
  )
  // The parser's time grows with the square of the depth.
  for (let at = 0; at < html.length && length <= longest; at += chunk) {
    parser.write(html.slice(at, at + chunk))
    if (open.length > deepest) throw new RangeError('tags are nested too deep')
  }
  parser.end()
  while (open.length > 0) close()
  endLine(false)
  return lines.join('\n')
}
