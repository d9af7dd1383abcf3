import type { UnreadEntries } from '#shared/contract/calendars.ts'
import { sentLetterKinds } from '#shared/contract/outbox.ts'
import {
  addressChangedLetter,
  currentAddressLetter,
  factorAddedLetter,
  factorRemovedLetter,
  inviteLetter,
  largeExportLetter,
  newAddressLetter,
  newDeviceLetter,
  passwordChangedLetter,
  reauthenticationLetter,
  recoveryCodeUsedLetter,
  recoveryLetter,
  secondStepResetLetter,
  testEmail,
  type WrittenAccountEmail,
} from './account-letters.ts'
import { sampleData } from './samples.ts'
import type { LetterData, Meeting } from './types.ts'

type NamedSample<Thing> = readonly [name: string, thing: Thing]

const withMeetingLink = (meeting: Meeting): Meeting => ({
  ...meeting,
  place: 'link',
  link: 'https://meet.backline.example/naledi',
})

const reason = 'Naledi is ill this week, and nobody else knows your project well enough.'

/** Sample emails whose data differs from the usual sample data. */
function variantsOf(data: LetterData): NamedSample<LetterData>[] {
  switch (data.kind) {
    case 'request-received':
    case 'team-booking':
      return [
        [`${data.kind}-held`, { ...data, picked: 'held' }],
        [`${data.kind}-available`, { ...data, picked: 'available' }],
      ]
    case 'call-confirmed':
      return [['call-confirmed-by-link', { ...data, meeting: withMeetingLink(data.meeting) }]]
    case 'team-call-confirmed':
      return [['team-call-confirmed-at-once', { ...data, isFirst: true, meeting: withMeetingLink(data.meeting) }]]
    case 'call-reassigned':
      return [['call-reassigned-elsewhere', { ...data, meeting: withMeetingLink(data.meeting), before: data.meeting }]]
    case 'reminder-hour':
      return [['reminder-hour-by-link', { ...data, meeting: withMeetingLink(data.meeting) }]]
    case 'call-cancelled':
      return [
        ['call-withdrawn', { ...data, was: null }],
        ['call-reopened', { ...data, isOpenAgain: true }],
        ['call-cancelled-with-reason', { ...data, reason }],
      ]
    case 'team-call-cancelled':
      return [['team-call-given-away', { ...data, why: 'given-away' }]]
    case 'call-stands':
      return [['call-stands-with-reason', { ...data, reason }]]
    case 'team-calendar': {
      const first: UnreadEntries['first'] = [
        { why: 'rule', on: '2026-11-30' },
        { why: 'start', on: null },
      ]
      const unread = { entries: 212, unread: 2, first }
      return [['team-calendar-unread', { ...data, calendar: { ...data.calendar, since: null, unread } }]]
    }
    case 'times-offered':
    case 'time-taken':
    case 'reply':
    case 'call-moved':
    case 'reminder-day':
    case 'message-received':
    case 'team-message':
    case 'team-call-moved':
    case 'team-call-reassigned':
    case 'team-call-erased':
    case 'team-proposal':
    case 'team-risk':
    case 'team-mention':
    case 'team-assigned':
    case 'team-digest':
    case 'team-fault':
    case 'team-backup':
    case 'own-data':
      return []
  }
}

/** Each version of every email about calls and messages, with the name of its picture. */
export const callEmailSamples = (now: number): NamedSample<LetterData>[] =>
  sentLetterKinds.flatMap((kind) => {
    const usual = sampleData(kind, now)
    return [[kind, usual] as const, ...variantsOf(usual)]
  })

export const accountSample = {
  to: 'thandi@company.example',
  siteUrl: 'https://www.backline.example',
  link: 'https://www.backline.example/account/confirm?token=this-is-a-sample&type=invite',
  code: '481502',
  newAddress: 'thandi.nkosi@company.example',
} as const

/** Every account email with sample data, and the name of its picture. */
export function accountEmailSamples(when: number): [name: string, letter: WrittenAccountEmail][] {
  const { to, siteUrl, link, newAddress } = accountSample
  const code = { to, siteUrl, code: accountSample.code, expires: 3600 }
  const withLink = { ...code, link }
  const notice = { to, when }
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  return [
    ['account-invite', inviteLetter(withLink)],
    ['account-recovery', recoveryLetter(withLink)],
    ['account-new-address', newAddressLetter(withLink)],
    ['account-current-address', currentAddressLetter({ ...withLink, newAddress })],
    ['account-reauthentication', reauthenticationLetter(code)],
    ['account-password-changed', passwordChangedLetter(notice)],
    ['account-address-changed', addressChangedLetter({ ...notice, newAddress })],
    ['account-factor-added', factorAddedLetter({ ...notice, name: 'Phone', isPasskey: false })],
    ['account-factor-removed', factorRemovedLetter({ ...notice, name: null, isPasskey: true })],
    ['account-second-step-reset', secondStepResetLetter({ ...notice, by: 'owner', name: 'Karl Fisher' })],
    ['account-recovery-code-used', recoveryCodeUsedLetter({ ...notice, left: 3 })],
    ['account-new-device', newDeviceLetter({ ...notice, agent, whose: null })],
    ['team-new-device', newDeviceLetter({ ...notice, agent, whose: 'Karl Fisher' })],
    ['team-large-export', largeExportLetter({ ...notice, what: '12,408 bookings', whose: 'Karl Fisher' })],
  ]
}

/** The email with sample data, for the gallery. */
export const mailProofSample = () =>
  testEmail({
    to: accountSample.to,
    code: 'K7QM-3XWD',
    link: 'https://www.backline.example/desk/ready',
    siteUrl: accountSample.siteUrl,
  })
