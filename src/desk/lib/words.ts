import type { BookingStatus, CallOutcome, MessageStatus } from '#shared/contract/desk.ts'
import type { KnownValue } from '#shared/contract/fields.ts'
import type { CurrentChallenge, InquiryType, TeamSize } from '#shared/contract/form-rows.ts'
import type { StaffRole, TeamMember } from '#shared/contract/team.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'

/** The label for a value that only a later release knows. Reloading the page loads that release. */
const unknown = 'Unknown (reload)'

export const bookingStatusWords: Record<KnownValue<BookingStatus>, string> = {
  unknown,
  new: 'New',
  'spam?': 'Suspected spam',
  confirmed: 'Confirmed',
  completed: 'Completed',
  'no-show': 'No-show',
  cancelled: 'Cancelled',
  spam: 'Spam',
}

export const callOutcomeWords: Record<KnownValue<CallOutcome>, string> = {
  unknown,
  won: 'Won',
  lost: 'Lost',
  later: 'Later',
  'no-fit': 'No fit',
}

export const messageStatusWords: Record<KnownValue<MessageStatus>, string> = {
  unknown,
  new: 'New',
  'spam?': 'Suspected spam',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
}

export const challengeWords: Record<KnownValue<CurrentChallenge>, string> = {
  unknown,
  'slow-proposals': 'Slow proposals',
  'lack-developers': 'Lack of developers',
  'project-management': 'Project management',
  'quality-control': 'Quality control',
  'scaling-operations': 'Scaling operations',
  'client-retention': 'Client retention',
  other: 'Something else',
}

export const teamSizeWords: Record<KnownValue<TeamSize>, string> = {
  unknown,
  '1': '1 person',
  '2-5': '2 to 5 people',
  '6-10': '6 to 10 people',
  '11-25': '11 to 25 people',
  '25+': 'More than 25 people',
}

export const inquiryWords: Record<KnownValue<InquiryType>, string> = {
  unknown,
  partner360: 'Partner 360',
  services: 'Services',
  partnership: 'Partnership',
  support: 'Support',
  other: 'Something else',
}

export const roleWords: Record<StaffRole, string> = { owner: 'Owner', agent: 'Agent', viewer: 'Viewer' }

/** `site` stands for a visit that was not tracked, because the visitor opted out or no script ran. */
export const sourceWords = (source: string) =>
  ({ site: 'Unknown', direct: 'Direct', telephone: 'Phone' })[source] ?? source

/** 1 booking, 2 bookings */
export const countWithNoun = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** €1,200 or €1,200.50. A currency without a symbol is shown as its code. */
export const money = (value: number, currency: string): string =>
  value.toLocaleString('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })

/** The name of a record in messages about it. */
export const companyOrName = ({ name, company }: { name: string; company: string }): string =>
  isolateBidi(company || name)

export const nameAndCompany = ({ name, company }: { name: string; company: string }): string =>
  `${isolateBidi(name)}, ${isolateBidi(company)}`

/**
 * Adds a missing period, so that another sentence can follow. Database messages often do not end with a period.
 */
export const asSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`)

/** Returns a size in decimal units (1 kB is 1,000 bytes), as on disk labels. */
export function fileSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const number = bytes / 1000 ** power
  return `${power === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${units[power]}`
}

/** Returns the members with unique names: a name that two members share is followed by the email address. */
export function withUniqueNames(members: readonly TeamMember[]): TeamMember[] {
  const keyOf = ({ name }: TeamMember) => name.normalize().toLowerCase()
  return members.map((member) => {
    const isShared = member.name !== '' && members.filter((one) => keyOf(one) === keyOf(member)).length > 1
    return isShared ? { ...member, name: `${isolateBidi(member.name)} (${member.email})` } : member
  })
}
