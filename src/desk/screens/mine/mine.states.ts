import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, hoursAgo, nothingMine, otherMember, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { expectState, offline, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const of = (name: string, company = 'Karoo Business Software', what: 'booking' | 'message' = 'booking') => ({
  ...{ what, name, company },
  id: sampleId(100 + name.length),
})
const due = (hours: number, record = of('Thandi Nkosi')) => ({
  ...{ ...record, answered_at: null, answer_hours: 24 },
  created_at: hoursAgo(24 + hours),
  unanswered_since: hoursAgo(24 + hours),
  due_at: hoursAgo(hours),
  state: { turn: 'team' as const, until: hoursAgo(hours), prompt: null },
})
const span = (hours: number) => ({ starts: hoursAgo(hours), ends: hoursAgo(hours - 0.5) })
const call = (hours: number, name: string) => ({ ...of(name), ...span(hours) })
const news = (hours: number) => ({ at: hoursAgo(hours), by: otherMember.id, body: null, kind: 'record' as const })
const mine = {
  ...nothingMine,
  due: [due(3), due(-2, of('Mia Ferreira', 'Lumen'))],
  steps: [
    { ...of('Ada Byron', 'Engines'), step: 'Ask for the figures of the last quarter and send them', on: '2026-11-20' },
    { ...of('Jan Smit', 'Smit & Co'), step: 'Call again', on: '2026-11-24' },
  ],
  calls: [call(2, 'Sam Daniels'), call(-3, 'Lerato Mokoena'), call(-24, 'Noor Adams of tomorrow')],
  news: [
    { ...of('Ruan Botha', 'Botha Freight', 'message'), ...news(0.2) },
    { ...of('Sam Daniels'), ...news(0.5), kind: 'mention' as const, body: '@Nomsa, do you know them?' },
    { ...of('Lerato Mokoena'), ...news(2), by: null },
    { ...of('Jan Smit', 'Smit & Co'), ...news(26), kind: 'step' as const },
  ],
}

const show = variantsOf({ at: '/mine', answers: { 'rpc/desk_mine': mine } })

export const states = {
  all: show(),
  nothing: show({ 'rpc/desk_mine': nothingMine }),
  'only-calls': show({ 'rpc/desk_mine': { ...nothingMine, calls: mine.calls } }),
  loading: show({ 'rpc/desk_mine': pending }),
  error: show({ 'rpc/desk_mine': serverError }),
  offline: show({ 'rpc/desk_mine': offline, healthz: offline }),
  'mailbox-failing': show({ 'rpc/desk_mine': { ...mine, mailbox_unread_since: hoursAgo(3) } }),
  'long-words': show({ 'rpc/desk_mine': { ...mine, due: [due(3, of(unbreakable, arabicName))] } }),
} satisfies DeskStates

const { heading, isolates, lacks, offers, says, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  all: [
    says('Overdue: Fri 20 Nov'),
    lacks('Noor Adams of tomorrow'),
    says(/^Message assigned by Karl Fisher, /),
    says(/^Step assigned by Karl Fisher, Mon/),
    says(/^Booking assigned automatically, /),
    says('@Nomsa, do you know them?'),
  ],
  nothing: [heading('Nothing needs you now'), offers('Go to bookings')],
  'only-calls': [says('No visitor is waiting for your answer.'), says('You have no follow-ups.')],
  loading: [waits('Loading')],
  error: [heading('Your start page could not be loaded'), offers('Try again')],
  offline: [says(/^You are offline. You can read this page/)],
  'mailbox-failing': [warns(/^Visitors’ emails have not arrived since/), offers('Check the mailbox')],
  'long-words': [says(/^Donaudampf/), isolates(arabicName)],
}
