import { sampleLetters } from '#shared/contract/outbox.ts'
import { sampleData } from './samples.ts'
import type { LetterData, Meeting } from './types.ts'

type Named<Thing> = readonly [name: string, thing: Thing]

const online = (meeting: Meeting): Meeting => ({
  ...meeting,
  place: 'link',
  link: 'https://meet.backline.example/naledi',
})

/** Other forms of a letter of the same kind. */
function variantsOf(data: LetterData): Named<LetterData>[] {
  switch (data.kind) {
    case 'request-received':
    case 'team-booking':
      return [
        [`${data.kind}-held`, { ...data, picked: 'held' }],
        [`${data.kind}-unproven`, { ...data, picked: 'unproven' }],
      ]
    case 'call-confirmed':
      return [
        ['call-confirmed-at-once', { ...data, isFirst: true }],
        ['call-confirmed-by-link', { ...data, meeting: online(data.meeting) }],
      ]
    case 'team-call-confirmed':
      return [['team-call-confirmed-at-once', { ...data, isFirst: true, meeting: online(data.meeting) }]]
    case 'call-passed':
      return [['call-passed-elsewhere', { ...data, meeting: online(data.meeting), before: data.meeting }]]
    case 'reminder-hour':
      return [['reminder-hour-by-link', { ...data, meeting: online(data.meeting) }]]
    case 'call-cancelled':
      return [
        ['call-withdrawn', { ...data, was: null }],
        ['call-reopened', { ...data, isOpenAgain: true }],
      ]
    case 'team-call-cancelled':
      return [['team-call-given-away', { ...data, why: 'given-away' }]]
    case 'times-offered':
    case 'reply':
    case 'call-moved':
    case 'call-stands':
    case 'reminder-day':
    case 'message-received':
    case 'team-message':
    case 'team-call-moved':
    case 'team-call-passed':
    case 'team-call-erased':
    case 'team-proposal':
    case 'team-risk':
    case 'team-mention':
    case 'team-digest':
    case 'team-fault':
    case 'team-calendar':
    case 'team-backup':
    case 'own-data':
      return []
  }
}

/** Every letter about calls and messages, in each of its forms, by the name of its picture. */
export const sampleSheet = (now: number): Named<LetterData>[] =>
  sampleLetters.flatMap((kind) => {
    const usual = sampleData(kind, now)
    return [[kind, usual] as const, ...variantsOf(usual)]
  })
