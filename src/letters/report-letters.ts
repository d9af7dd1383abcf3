import { backupWords } from '#content/backup-words.ts'
import { calendarFaultWords, unreadCount, unreadWords } from '#content/calendar-faults.ts'
import { faultName, faultPlace } from '#content/page-faults.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { plural } from '#content/tree.ts'
import { dayOf, rulerOf, sentenceOf, spanIn, timeOf, zoneOf } from './moments.ts'
import type { EmailBlock, EmailParts, ListEntry } from './parts.ts'
import { paragraph } from './team-letters.ts'
import { deskLink, oneLine, urlBelow } from './typed-text.ts'
import type { DataOf, DigestItem } from './types.ts'

const digest = teamLetterWords.digest

/** A follow-up is late when its day is over. */
const dueDay = 24 * 3_600_000

export function digestLetter(data: DataOf<'team-digest'>): EmailParts {
  const here = zoneOf(data.deskZone)
  const { calls, waiting, waitingInAll, steps, siteUrl } = data
  const more = waitingInAll - waiting.length
  const late = waiting.filter(({ at }) => at < data.now).length
  const entries = steps.map((item) => {
    const day = dayOf(item.at, here, null, 'short')
    const isLate = item.at + dueDay < data.now
    const text = `${isLate ? digest.late(day) : day} · ${oneLine(item.host || digest.unassigned, 60)}: ${oneLine(item.step, 120)}`
    return { ...listEntry(item, siteUrl), time: isLate ? digest.lateStep : digest.due, text, isLate }
  })
  const notes = [
    data.suspects > 0 && plural(data.suspects, digest.suspects),
    data.failed > 0 && plural(data.failed, digest.failed),
  ].filter((note) => note !== false)
  return {
    subject: plural(calls.length, digest.subject, dayOf(data.now, here, null, 'short'), waitingInAll),
    heading: dayOf(data.now, here),
    greeting: null,
    blocks: [
      { type: 'paragraph', text: answersDue(waitingInAll, late) },
      {
        type: 'entries',
        title: digest.calls,
        entries: calls.map((item) => ({ ...listEntry(item, siteUrl), time: timeOf(item.at, here) })),
        note: calls.length === 0 ? digest.noCalls : null,
      },
      {
        type: 'entries',
        title: digest.waiting,
        entries: waiting.map((item) => waitingEntry(item, data.now, here, siteUrl)),
        note: waitingInAll === 0 ? digest.noneWaiting : more > 0 ? digest.more(more) : null,
      },
      ...(steps.length > 0 ? [{ type: 'entries', title: digest.steps, entries, note: null } as const] : []),
      {
        type: 'gauge',
        label: digest.week,
        value: digest.weekOf(data.taken, data.capacity),
        taken: data.taken,
        capacity: data.capacity,
      },
      ...notes.map((text): EmailBlock => ({ type: 'paragraph', text })),
      { type: 'button', label: digest.open, url: urlBelow(siteUrl, '/desk/bookings'), below: null },
    ],
    small: [teamLetterWords.signature],
  }
}

function answersDue(waiting: number, late: number): string {
  if (waiting === 0) return digest.noneDue
  return late > 0 ? plural(waiting, digest.someLate, late) : plural(waiting, digest.answersDue)
}

const listEntry = ({ what, id, who, company, host }: DigestItem, siteUrl: string): Omit<ListEntry, 'time'> => ({
  title: oneLine(company || who, 60),
  text: host ? digest.with(oneLine(who, 60), oneLine(host, 60)) : oneLine(who, 60),
  url: deskLink(siteUrl, what === 'message' ? 'message' : 'booking', id),
})

function waitingEntry(item: DigestItem, now: number, here: string, siteUrl: string): ListEntry {
  const isLate = item.at < now
  const on = dayOf(item.at, here, null, 'short')
  const { text, ...rest } = listEntry(item, siteUrl)
  return {
    ...rest,
    time: timeOf(item.at, here),
    text: `${isLate ? digest.late(on) : on} · ${digest.from[item.what](text)}`,
    isLate,
  }
}

export function faultLetter({ fault, deskZone, siteUrl }: DataOf<'team-fault'>): EmailParts {
  const words = teamLetterWords.fault
  const { facts } = words
  const { code, place, cause, release, visits, of, usual, since } = fault
  const row = (label: string, value: string) => ({ label, value: oneLine(value) || facts.unknown })
  return {
    subject: words.subject(visits),
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(words.lede(visits, of, timeOf(since, zoneOf(deskZone)))),
      paragraph(words.todo),
      { type: 'button', label: words.open, url: urlBelow(siteUrl, '/desk/insights'), below: null },
      {
        type: 'facts',
        rows: [
          row(facts.what, faultName(code)),
          row(facts.place, faultPlace(place)),
          row(facts.cause, cause),
          row(facts.release, release),
          row(facts.usual, usualRate(usual)),
        ],
      },
    ],
    small: [words.small, teamLetterWords.signature],
  }
}

function usualRate(visits: number): string {
  const { none, few, many } = teamLetterWords.fault.usual
  if (visits === 0) return none
  return visits < 1 ? few : many(Math.round(visits * 10) / 10)
}

/** Tells a host that their calendar, or some entries of their calendar, could not be read. */
export function calendarLetter({ calendar, deskZone, siteUrl }: DataOf<'team-calendar'>): EmailParts {
  const { calendar: whole, unreadEntries: some } = teamLetterWords
  const { name, place, fault, since, unread } = calendar
  const { facts } = whole
  const zone = zoneOf(deskZone)
  const words = since === null ? some : whole
  const why = fault === null ? facts.unknown : calendarFaultWords[fault]
  const first = (unread?.first ?? []).map(({ on, why }) => ({
    label: on === null ? some.undated : some.on(dayOf(Date.parse(on), 'UTC')),
    value: unreadWords[why],
  }))
  return {
    subject: words.subject(oneLine(name, 60)),
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(since === null ? some.lede(unread ? unreadCount(unread) : '') : whole.lede(sentenceOf(since, zone))),
      paragraph(words.todo),
      { type: 'button', label: whole.open, url: urlBelow(siteUrl, '/desk/hours'), below: null },
      {
        type: 'facts',
        rows: [
          { label: facts.name, value: oneLine(name) },
          { label: facts.place, value: oneLine(place) },
          ...(since === null ? [] : [{ label: facts.why, value: why }]),
          ...first,
        ],
      },
    ],
    small: [words.small, whole.signature],
  }
}

export function backupLetter({ backup, deskZone, siteUrl }: DataOf<'team-backup'>): EmailParts {
  const words = teamLetterWords.backup
  const { made, everyHours, failure } = backup
  const zone = zoneOf(deskZone)
  const last = made === null ? words.never : `${dayOf(made, zone)}, ${timeOf(made, zone)}`
  const cause = failure && backupWords.failures[failure]
  return {
    subject: words.subject,
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(backupWords.late),
      paragraph(cause ? `${cause.says} ${cause.mend}` : backupWords.mendLate),
      { type: 'button', label: words.open, url: urlBelow(siteUrl, '/desk/settings'), below: null },
      {
        type: 'facts',
        rows: [
          { label: words.facts.last, value: last },
          { label: words.facts.schedule, value: plural(everyHours, words.every) },
        ],
      },
    ],
    small: [words.small, teamLetterWords.signature],
  }
}

/**
 * The email about a call that is cancelled because the visitor's data was erased. Contains the time, but nothing about
 * the visitor.
 */
export function erasedLetter({ was, deskZone }: DataOf<'team-call-erased'>): EmailParts {
  const words = teamLetterWords
  const here = zoneOf(deskZone)
  return {
    subject: words.erased.subject(`${dayOf(was.starts, here, null, 'short')}, ${timeOf(was.starts, here)}`),
    heading: words.erased.heading,
    greeting: null,
    blocks: [
      paragraph(words.erased.lede),
      {
        type: 'time',
        tone: 'off',
        label: words.times.off,
        ...spanIn(was, here),
        ruler: rulerOf(was, here),
        rows: [],
      },
    ],
    small: [words.signature],
  }
}
