import { teamLetterWords } from '#content/team-letters.ts'
import { below, deskLink } from './links.ts'
import { dayOf, promise, timeOf, zoneOf } from './moments.ts'
import type { Block, Entry, LetterParts } from './parts.ts'
import { oneLine } from './typed-text.ts'
import type { DataOf, DigestItem } from './types.ts'

const words = teamLetterWords.digest

export function digestLetter(data: DataOf<'team-digest'>): LetterParts {
  const here = zoneOf(data.deskZone)
  const { calls, waiting, waitingInAll, steps, siteUrl } = data
  const more = waitingInAll - waiting.length
  const late = waiting.filter(({ at }) => at + promise < data.now).length
  const entries = steps.map((item) => {
    const day = dayOf(item.at, here, 'short')
    const isLate = item.at + promise < data.now
    const text = `${isLate ? words.late(day) : day} · ${words.step(oneLine(item.host ?? '', 60), oneLine(item.step, 120))}`
    return { ...entry(item, siteUrl), time: isLate ? words.lateStep : words.due, text, isLate }
  })
  const notes = [
    data.suspects > 0 && words.suspects(data.suspects),
    data.failed > 0 && words.failed(data.failed),
  ].filter((note) => note !== false)
  return {
    subject: words.subject(dayOf(data.now, here, 'short'), waitingInAll, calls.length),
    heading: words.heading(dayOf(data.now, here)),
    greeting: null,
    blocks: [
      { type: 'paragraph', text: words.lede(waitingInAll, late) },
      {
        type: 'entries',
        title: words.calls,
        entries: calls.map((item) => ({ ...entry(item, siteUrl), time: timeOf(item.at, here) })),
        note: calls.length === 0 ? words.noCalls : null,
      },
      {
        type: 'entries',
        title: words.waiting,
        entries: waiting.map((item) => waitingEntry(item, data.now, here, siteUrl)),
        note: waitingInAll === 0 ? words.noneWaiting : more > 0 ? words.more(more) : null,
      },
      ...(steps.length > 0 ? [{ type: 'entries', title: words.steps, entries, note: null } as const] : []),
      {
        type: 'gauge',
        label: words.week,
        value: words.weekOf(data.taken, data.capacity),
        taken: data.taken,
        capacity: data.capacity,
      },
      ...notes.map((text): Block => ({ type: 'paragraph', text })),
      { type: 'button', label: words.open, url: below(siteUrl, '/desk/bookings'), below: null },
    ],
    small: [teamLetterWords.signature],
  }
}

const entry = ({ what, id, who, company, host }: DigestItem, siteUrl: string): Omit<Entry, 'time'> => ({
  title: oneLine(company || who, 60),
  text: host ? words.with(oneLine(who, 60), oneLine(host, 60)) : oneLine(who, 60),
  url: deskLink(siteUrl, what === 'message' ? 'message' : 'booking', id),
})

function waitingEntry(item: DigestItem, now: number, here: string, siteUrl: string): Entry {
  const deadline = item.at + promise
  const isLate = deadline < now
  const on = dayOf(deadline, here, 'short')
  const { text, ...rest } = entry(item, siteUrl)
  return {
    ...rest,
    time: timeOf(deadline, here),
    text: `${isLate ? words.late(on) : on} · ${words.from[item.what](text)}`,
    isLate,
  }
}
