import type { SentLetterKind } from '#shared/contract/outbox.ts'
import type { BookingFacts, DigestItem, LetterData, Meeting, MessageFacts, PageErrorFacts, Visitor } from './types.ts'

// Emails about sample people.

const hour = 3_600_000
const day = 24 * hour

const visitor: Visitor = {
  name: 'Thandi Nkosi',
  email: 'thandi@company.example',
  company: 'Karoo Business Software',
  timeZone: 'America/New_York',
  hourCycle: null,
}

const bookingId = '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10'
const messageId = '8a6e2d41-90b3-4f5c-a7d8-1c3b5e7f9a20'

/** A time a few days from now when it is daytime in both the Americas and Africa. */
const daytimeInDays = (now: number, days: number, hours = 0) =>
  Math.floor(now / day) * day + days * day + (15 + hours) * hour

const span = (starts: number) => ({ starts, ends: starts + hour / 2 })

const booking = (now: number): BookingFacts => ({
  id: bookingId,
  phone: '+27 21 555 0100',
  answers: { current_challenges: 'slow-proposals', team_size: '6-10' },
  message: 'Two proposals are late, and one customer asks every morning.\n\nCould we talk about the larger one?',
  preferred: daytimeInDays(now, 4),
  received: now - 40 * 60_000,
  answerBy: now - 40 * 60_000 + day,
  due: now + day,
})

/** Calls in samples are by phone, because the links in samples do not work. */
const meeting: Meeting = { host: 'Naledi Dlamini', place: 'phone', link: null }
const request: Meeting = { host: null, place: 'phone', link: null }

const message = (now: number): MessageFacts => ({
  id: messageId,
  inquiry: 'services',
  message:
    'We need a quality check before a go-live in six weeks: 40 users, three integrations.\n\nWhat would you need from us?',
  received: now - 25 * 60_000,
  answerBy: now - 25 * 60_000 + day,
})

function digest(now: number) {
  const item = (what: DigestItem['what'], who: string, company: string, at: number): DigestItem => ({
    what,
    id: what === 'message' ? messageId : bookingId,
    who,
    company,
    at,
  })
  return {
    waiting: [
      item('booking', 'Ruan Botha', 'Highveld Ledger', now - 2 * hour),
      item('message', 'Aroha Ngata', 'Southern Cloud Partners', now + 9 * hour),
      item('wish', 'Nia Evans', 'Severn Ledger', now + 15 * hour),
      item('booking', 'Thandi Nkosi', 'Karoo Business Software', now + 21 * hour),
    ],
    calls: [
      { ...item('booking', 'Grace Miller', 'Hudson ERP Group', daytimeInDays(now, 0)), host: meeting.host },
      item('booking', 'Lachlan Reid', 'Murray Systems', daytimeInDays(now, 0, 2)),
    ],
    steps: [{ ...item('booking', 'Mere Kahu', 'Tasman', daytimeInDays(now, -2)), host: meeting.host, step: 'Call' }],
  }
}

const fault = (now: number): PageErrorFacts => ({
  code: 'crashed',
  place: 'roi-calculator',
  cause: 'TypeError roi-calculator-BQv_32.js:1:20417',
  release: 'k3Xw9aQe',
  visits: 9,
  of: 41,
  usual: 0.4,
  since: now - 35 * 60_000,
})

export function sampleData(kind: SentLetterKind, now: number): LetterData {
  const isOurs = kind.startsWith('team-')
  const siteUrl = 'https://www.backline.example'
  const envelope = {
    to: isOurs ? 'team@backline.example' : visitor.email,
    deskZone: 'Africa/Johannesburg',
    siteUrl,
    organizer: 'desk@backline.example',
    answersTo: 'partners@backline.example',
    now,
  }
  const about = {
    ...envelope,
    visitor,
    booking: booking(now),
    meeting,
    callLink: `${siteUrl}/?call=this-is-a-sample-and-opens-nothing`,
  }
  const call = span(daytimeInDays(now, 4))
  const was = span(daytimeInDays(now, 3, -2))
  const nextHour = Math.ceil(now / hour) * hour
  switch (kind) {
    case 'request-received':
    case 'team-booking':
      return { ...about, kind, meeting: request, minutes: 30, picked: null }
    case 'call-confirmed':
      return { ...about, kind, sequence: 1, call }
    case 'team-call-confirmed':
      return { ...about, kind, sequence: 1, call, isFirst: false }
    case 'call-moved':
    case 'team-call-moved':
      return { ...about, kind, sequence: 2, call, was }
    case 'call-reassigned':
      return { ...about, kind, sequence: 2, call, before: { ...meeting, host: 'Pieter van Wyk' } }
    case 'team-call-reassigned':
      return { ...about, kind, sequence: 2, call, before: { ...meeting, place: 'link' } }
    case 'call-cancelled':
      return { ...about, kind, sequence: 3, was: call, isOpenAgain: false, reason: null }
    case 'team-call-cancelled':
      return { ...about, kind, sequence: 3, was: call, why: 'visitor' }
    case 'team-call-erased':
      return { ...envelope, kind, sequence: 3, was: call, reference: bookingId }
    case 'reminder-day':
      return { ...about, kind, call: span(nextHour + day) }
    case 'reminder-hour':
      return { ...about, kind, call: span(nextHour + hour) }
    case 'call-stands':
      return { ...about, kind, call, proposed: daytimeInDays(now, 5, 1), reason: null }
    case 'time-taken':
      return {
        ...about,
        kind,
        meeting: request,
        taken: call,
        times: [was, span(daytimeInDays(now, 5, 1))],
      }
    case 'message-received':
    case 'team-message':
      return { ...envelope, kind, visitor: { ...visitor, timeZone: null }, message: message(now) }
    case 'times-offered':
      return {
        ...about,
        kind,
        times: [was, call, span(daytimeInDays(now, 5, 1))],
        until: now + day,
      }
    case 'reply':
      return {
        ...about,
        kind,
        about: { what: 'message', id: messageId, asked: now - 3 * hour, words: message(now).message },
        body: 'Hello Thandi,\n\nsix weeks are enough for a first check of all three integrations. Shall we talk it through?\n\n{link}',
        author: meeting.host,
        thread: [],
      }
    case 'team-proposal':
      return { ...about, kind, proposed: daytimeInDays(now, 5, 1), call, minutes: 30 }
    case 'team-risk':
      return {
        ...envelope,
        kind,
        visitor,
        about: { what: 'booking', id: bookingId },
        received: now - 20 * hour,
        due: now + 4 * hour,
      }
    case 'team-mention': {
      const note = '@Pieter, they ask for the larger one. Can you?'
      return {
        ...envelope,
        kind,
        visitor,
        about: { what: 'booking', id: bookingId },
        author: 'Naledi Dlamini',
        note,
      }
    }
    case 'team-assigned': {
      const given = { at: now - hour / 2, by: 'Naledi Dlamini' }
      return { ...envelope, kind, items: digest(now).steps.map((item) => ({ ...item, ...given, kind: 'step' })) }
    }
    case 'team-digest':
      return {
        ...envelope,
        kind,
        ...digest(now),
        waitingInAll: 4,
        suspects: 2,
        failed: 0,
        taken: 3,
        capacity: 5,
      }
    case 'team-fault':
      return { ...envelope, kind, fault: fault(now) }
    case 'team-calendar':
      return {
        ...envelope,
        kind,
        calendar: {
          name: 'Family',
          place: 'calendar.example',
          fault: 'forbidden',
          since: now - 25 * hour,
          unread: null,
        },
      }
    case 'team-backup':
      return {
        ...envelope,
        kind,
        backup: { made: now - 51 * hour, everyHours: 24, failure: 'place' },
      }
    case 'own-data':
      return {
        ...envelope,
        kind,
        link: `${siteUrl}/your-data?key=this-is-a-sample-and-opens-nothing`,
        expires: 3600,
      }
  }
}
