import { accountLetterNames } from '#content/account-letters.ts'
import { bookingAnswers } from '#content/booking-answers.ts'
import { visitorLetterNames } from '#content/call-letters.ts'
import { inquiryTypeLabels } from '#content/contact.ts'
import { ownData } from '#content/own-data.ts'
import { plural } from '#content/tree.ts'
import { momentIn, zoneOf } from '#letters/moments.ts'
import { type OwnDataRow, type OwnDataSection, ownDataPage } from '#plain/own-data.tsx'
import type { Page } from '#plain/page.tsx'
import type { OwnData } from '#shared/contract/own-data.ts'
import { formatDuration, type HourCycle } from '#shared/lib/local-time.ts'

interface DataPageInput {
  token: string
  now: number
  deskZone: string
  hourCycle: HourCycle | null
  /** True if the visitor pressed the erase button but did not check the box. */
  isUnsure: boolean
}

const { shown: words, erase } = ownData

/** The page with all data about a visitor: requests, our emails, visits, and the history. */
export function pageOf(person: OwnData, { token, now, deskZone, hourCycle, isUnsure }: DataPageInput): Page {
  const zone = zoneOf(person.bookings.findLast(({ time_zone }) => time_zone !== null)?.time_zone ?? null, deskZone)
  const at: At = (instant) => {
    const { time, day } = momentIn(instant, zone, hourCycle)
    return words.at(time, day)
  }
  const sections = [
    bookings(person, at),
    messages(person, at),
    letters(person, at),
    texts(words.emails, person.emails, at),
    texts(words.replies, person.replies, at),
    texts(words.notes, person.notes, at),
    visits(person, at),
    account(person, at),
    log(person, at),
  ].filter((section) => section !== null)
  return ownDataPage({
    token,
    email: person.email,
    zone: momentIn(now, zone).zone,
    sections,
    erasing: erasureEffects(person, at, now),
    isUnsure,
  })
}

type At = (instant: number) => string

const letterNames = () => ({ ...accountLetterNames, ...visitorLetterNames, 'own-data': ownData.letterName })

/** Returns null for an empty section. */
const sectionOf = (title: string, content: Omit<OwnDataSection, 'title'>): OwnDataSection | null =>
  [content.records, content.lines, content.texts].some((list) => list && list.length > 0) ? { title, ...content } : null

const bookings = ({ bookings: rows }: OwnData, at: At) =>
  sectionOf(words.bookings, {
    records: rows.map((row) => ({
      id: row.id,
      title: at(row.call_at),
      rows: [
        fact('state', stateOf(row.status)),
        fact('received', at(row.created_at)),
        fact('name', row.name),
        fact('company', row.company),
        ...(row.phone ? [fact('phone', row.phone)] : []),
        ...bookingAnswers.flatMap(({ name, label, words: labels }) => {
          const answer = (row as Readonly<Record<string, unknown>>)[name]
          return typeof answer === 'string' ? [{ label, value: labels[answer] ?? answer }] : []
        }),
        ...typedRow(row.message),
        ...originOf(row),
      ],
      note: noteOf(row.status),
    })),
  })

const messages = ({ messages: rows }: OwnData, at: At) =>
  sectionOf(words.messages, {
    records: rows.map((row) => ({
      id: row.id,
      title: at(row.created_at),
      rows: [
        fact('state', stateOf(row.status)),
        fact('name', row.name),
        fact('company', row.company),
        fact('inquiry', wordFor(inquiryTypeLabels, row.inquiry_type)),
        ...typedRow(row.message),
        ...originOf(row),
      ],
      note: noteOf(row.status),
    })),
  })

const letters = ({ letters: rows }: OwnData, at: At) =>
  sectionOf(words.letters, {
    lines: rows.map(({ kind, state, created_at, settled_at }, place) => ({
      id: String(place),
      when: at(settled_at ?? created_at),
      text: `${wordFor(letterNames(), kind)}: ${wordFor(ownData.letterStates, state)}`,
    })),
  })

const texts = (title: string, rows: OwnData['notes'], at: At) =>
  sectionOf(title, {
    lines: rows.map(({ created_at, body }, place) => ({
      id: String(place),
      when: at(created_at),
      text: body,
    })),
  })

function visits({ interactions }: OwnData, at: At) {
  const [first] = interactions
  const last = interactions.at(-1)
  if (!first || !last) return null
  const text = words.visitsText(plural(interactions.length, words.events), at(first.created_at), at(last.created_at))
  return sectionOf(words.visits, { texts: [text] })
}

function account({ account: row }: OwnData, at: At) {
  if (!row) return null
  return sectionOf(words.account, {
    records: [
      {
        id: 'account',
        title: null,
        rows: [fact('created', at(row.created_at)), ...(row.role ? [fact('role', row.role)] : [])],
        note: row.is_kept ? words.accountKept : null,
      },
    ],
  })
}

const log = ({ log: rows }: OwnData, at: At) =>
  sectionOf(words.log, {
    lines: rows.map((row, place) => ({ id: String(place), when: at(row.at), text: historyText(row) })),
  })

function erasureEffects({ bookings: rows, account: row }: OwnData, at: At, now: number): string[] {
  const calls = rows.filter(({ status, call_at }) => status === 'confirmed' && call_at > now)
  return [
    erase.gone,
    ...calls.flatMap(({ call_at }) => {
      const seconds = (call_at - now) / 1000
      return [erase.callOff(at(call_at)), ...(seconds < soon ? [erase.soon(formatDuration(seconds))] : [])]
    }),
    ...(row ? [row.is_kept ? erase.kept : erase.account] : []),
    erase.stopped,
    erase.log,
  ]
}

/** If an email is sent less than this many seconds before a call, the host may not see the email in time. */
const soon = 2 * 3600

const fact = (name: keyof typeof words.fields, value: string): OwnDataRow => ({
  label: words.fields[name],
  value,
})

const typedRow = (text: string | null): OwnDataRow[] =>
  text === null ? [] : [{ label: words.fields.message, value: text, isTyped: true }]

type OriginColumns = Pick<OwnData['messages'][number], 'source' | 'campaign' | 'landing_page' | 'referrer'>

function originOf({ source, campaign, landing_page, referrer }: OriginColumns): OwnDataRow[] {
  return [
    // 'site' is stored when the source is unknown.
    ...(source === 'site' && !campaign ? [] : [fact('origin', [source, campaign].filter(Boolean).join(', '))]),
    ...(landing_page ? [fact('landing', landing_page)] : []),
    ...(referrer ? [fact('referrer', referrer)] : []),
  ]
}

/** A value without a label is shown as stored, with spaces instead of punctuation. */
const wordFor = (labels: Readonly<Record<string, string>>, word: string) =>
  Object.hasOwn(labels, word) ? (labels[word] ?? word) : word.replaceAll(/[-_.]/g, ' ')

const stateOf = (status: string) => wordFor(ownData.states, status === 'spam?' ? 'suspect' : status)

const noteOf = (status: string) => (status === 'spam?' ? words.suspect : null)

const historyText = ({ action, details }: OwnData['log'][number]) =>
  (details.by === 'visitor' && ownData.doneByYou[action]) || wordFor(ownData.done, action)
