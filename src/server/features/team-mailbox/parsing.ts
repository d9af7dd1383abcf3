import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { isHeaderId, isPlainAddress } from '#server/lib/mail/mailer.ts'
import { htmlText } from './html-text.ts'
import { foldQuote } from './quotes.ts'
import { type EmailTask, limits, type ReadEmail, type VisitorEmail } from './types.ts'

/** Parses an email from anyone. Throws if its structure is over a limit. */
export async function parseEmail(task: EmailTask): Promise<ReadEmail> {
  const parsed = await PostalMime.parse(task.source, {
    maxNestingDepth: 50,
    maxHeadersSize: 512_000,
    forceRfc822Attachments: true,
  })
  const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value.trim() ?? ''
  const kind = kindOf(parsed, header, task)
  const answered = idsIn(`${header('in-reply-to')} ${header('references')}`)
  const texts = kind === 'bounce' ? new TextDecoder('latin1').decode(task.source.subarray(0, limits.beginning)) : ''
  const isCopy = lettersIn([header('message-id')], task.ownDomain).length > 0
  const { body, quoted } = foldQuote(clean(textOf(parsed)))
  const name = addressOf(parsed).name
  const isLong = body.length > limits.text || quoted.length > limits.text
  const shown = parsed.attachments.slice(0, limits.files)
  const files = shown.map(({ content }) => bytesOf(content))
  let room = task.isCut ? 0 : limits.fileBytes
  const email: VisitorEmail = {
    fingerprint: fingerprintOf(task, header),
    // A copy of our email belongs to no conversation, because the desk shows the original.
    letters: isCopy ? [] : lettersIn([...answered, ...idsIn(texts)], task.ownDomain),
    header_ids: isCopy ? [] : answered,
    references: isCopy ? [] : referencesIn(line(parsed.subject, limits.subject)),
    header_id: isHeaderId(header('message-id')) ? header('message-id') : null,
    kind,
    from_name: line(name, limits.name),
    from_address: senderOf(parsed),
    subject: line(parsed.subject, limits.subject),
    sent_at: dateOf(parsed.date),
    body: body.slice(0, limits.text).toWellFormed(),
    quoted: quoted.slice(0, limits.text).toWellFormed(),
    is_cut: task.isCut || isLong || parsed.attachments.length > shown.length,
    files: shown.map((one, index) => ({ name: fileNameOf(one), size: files[index]?.length ?? 0 })),
  }
  return {
    email,
    files: files.map((bytes) => {
      room -= bytes.length
      return room < 0 || task.isCut ? null : bytes
    }),
  }
}

/** The fields of an email that can be read if it cannot be parsed, with its beginning as the text. */
export const headerOf = (source: Uint8Array): Uint8Array => {
  const text = Buffer.from(source.buffer, source.byteOffset, Math.min(source.length, limits.header))
  const end = text.toString('latin1').search(/\r?\n\r?\n/)
  return source.subarray(0, end < 0 ? text.length : end)
}

/**
 * Hashes what identifies an email wherever it is stored. The mail servers on its way add other headers. The text is
 * included, because programs send different emails with the same headers.
 */
function fingerprintOf({ source, isCut }: EmailTask, header: (name: string) => string): string {
  const hash = createHash('sha256')
  for (const name of ['message-id', 'date', 'from', 'subject']) hash.update(`${header(name)}\n`)
  if (!isCut) hash.update(source.subarray(headerOf(source).length))
  return hash.digest('hex')
}

function kindOf(parsed: Email, header: (name: string) => string, task: EmailTask): VisitorEmail['kind'] {
  const from = senderOf(parsed).toLowerCase()
  if (lettersIn([header('message-id')], task.ownDomain).length > 0 || task.ownAddresses.includes(from)) return 'own'
  const returnPath = parsed.headers.find(({ key }) => key === 'return-path')?.value.trim()
  const isReport = /^multipart\/report\b[\s\S]*\bdelivery-status\b/i.test(header('content-type'))
  if (isReport || (/^(mailer-daemon|postmaster)@/.test(from) && returnPath === '<>')) return 'bounce'
  const submitted = header('auto-submitted').toLowerCase()
  const isAutomatic =
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(bulk|junk|list|auto_reply)\b/i.test(header('precedence')) ||
    ['list-id', 'x-autoreply', 'x-autorespond'].some((name) => header(name) !== '') ||
    returnPath === '<>'
  return isAutomatic ? 'automatic' : 'answer'
}

const idsIn = (text: string): string[] =>
  [...new Set(text.slice(-limits.beginning).match(/<[^<>\s]{1,300}>/g) ?? [])].filter(isHeaderId).slice(-limits.ids)

/** The ids of our emails: mail programs of other senders in our domain write the same ids in upper case. */
const lettersIn = (ids: readonly string[], domain: string): string[] =>
  ids.flatMap((id) => {
    const [, letter, from] = /^<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@(.+)>$/.exec(id) ?? []
    return letter && from?.toLowerCase() === domain ? letter : []
  })

const referencesIn = (subject: string): string[] =>
  [...subject.matchAll(/\[([0-9A-F]{8})\]/g)].slice(0, 5).map(([, reference = '']) => reference.toLowerCase())

const addressOf = ({ from }: Email) =>
  from?.group?.[0] ?? (from?.group ? { name: '', address: '' } : from) ?? { name: '', address: '' }
const senderOf = (parsed: Email) => {
  const { address } = addressOf(parsed)
  return isPlainAddress(address) ? address : ''
}

function dateOf(date = ''): string | null {
  const at = new Date(date)
  return at.getTime() >= 0 && at.getUTCFullYear() < 3000 ? at.toISOString() : null
}

const textOf = ({ text = '', html = '' }: Email) =>
  text.trim() === '' ? htmlText(html).slice(0, 4 * limits.text) : text.slice(0, 4 * limits.text)

/** Removes the characters that PostgreSQL refuses, and those that change how other text is shown. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (one) => (one === '\n' || one === '\t' ? one : ''))

const line = (text = '', longest: number) => clean(text).replace(/\s+/g, ' ').trim().slice(0, longest).toWellFormed()

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

function fileNameOf({ filename, mimeType }: Attachment): string {
  const bare = line(filename?.replace(/^.*[/\\]/s, ''), 1000)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^\.+|[. ]+$/g, '')
  const [ending = ''] = /\.\w{1,10}$/.exec(bare) ?? []
  if (bare === '') return mimeType === 'message/rfc822' ? 'email.eml' : 'file'
  return bare.length <= limits.name ? bare : (bare.slice(0, limits.name - ending.length) + ending).toWellFormed()
}
