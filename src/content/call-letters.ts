import type { LetterKind, SampleLetter } from '#shared/contract/outbox.ts'
import { receipt } from './booking-receipt.ts'
import { brand } from './brand.ts'
import { claims } from './claims.ts'

/**
 * Words of the letters to visitors about their call or message. Values come as text of our own making: times, and a
 * name that looks like one. Nothing is said by 'today' or 'tomorrow', since nobody knows when a letter is read.
 */

/** The desk's name of each letter: why it was written, or what it became. */
export const visitorLetterNames: Record<Exclude<LetterKind | SampleLetter, `team-${string}`>, string> = {
  'request-received': 'Request received',
  call: 'Change of the call',
  'call-confirmed': 'Call confirmed',
  'call-moved': 'Call moved',
  'call-reassigned': 'Call with another host, or elsewhere',
  'call-cancelled': 'Call cancelled',
  'call-stands': 'Call stays at its time',
  reply: 'Answer of the team',
  'times-offered': 'Times to choose from',
  'time-taken': 'Held time no longer available',
  'reminder-day': 'Reminder, a day before',
  'reminder-hour': 'Reminder, an hour before',
  'message-received': 'Message received',
  'own-data': 'Link to their data',
}

/** The words beside every time. */
export const callTimes = {
  asked: 'Requested, not confirmed yet',
  firm: 'Confirmed',
  moved: 'Confirmed, new time',
  reassigned: 'Confirmed, the same time',
  held: 'Held for you, not confirmed yet',
  off: 'Cancelled',
  withdrawn: 'Withdrawn',
  reopened: 'No longer at this time',
  answer: 'Answered at the latest',
  length: 'Length',
  minutes: receipt.length,
  with: 'With',
  where: 'Where',
  byPhone: (host: string | null, number: string | null) =>
    `By phone. ${host ? `${host} rings` : 'We call'} ${number ? `you at ${number}` : 'the number you gave us'}.`,
  /** Of a request, whose host takes calls by a link. */
  byLinkLater: 'Online. The link comes with the confirmation.',
  later: 'The confirmation says where.',
  /** Who had it before, or where it was. */
  before: 'Before',
  beforeUs: 'With us',
  beforeWith: (host: string) => `With ${host}`,
  beforeByPhone: 'by phone',
  beforeOnline: 'online',
  instead: 'Instead of',
  askedFor: 'You asked for',
  until: (time: string, day: string) => `${time}, ${day}`,
  /** Added when the reader's clocks change during the call. */
  change: (before: string, after: string) => `${before}, and after the change of clocks ${after}`,
} as const

export const greeting = (name: string | null) => (name ? `Hello ${name},` : 'Hello,')

/** Below every letter to a visitor. */
export const visitorSmall = {
  page: 'The link is the key to your page. Pass this letter on only to people who may change the call.',
  signature: (address: string) => `${brand.name}. Answer this letter, or write to ${address}.`,
} as const

/** Links that add the call to calendars which ignore the attached invitation. */
export const calendarLinks = {
  intro: 'No invitation in your calendar? Put it there yourself:',
  google: 'Google Calendar',
  outlook: 'Outlook.com',
  office: 'Microsoft 365',
} as const

/** The event in the visitor's calendar. */
export const callEvent = {
  title: `Strategy call with ${brand.name}`,
  byPhone: (host: string | null, number: string | null) =>
    host ? `By phone: ${host} rings you at ${number ?? 'your number'}` : `By phone: ${brand.name} calls you`,
  about: (length: string, how: string) => `Free ${length} with ${brand.name}. ${how}`,
  /** How both come together. */
  rings: (host: string | null) =>
    host ? `${host} rings you at the number you gave us.` : 'We call the number you gave us.',
  meets: (host: string | null, link: string) => `${host ? `You meet ${host}` : 'We meet'} here: ${link}`,
  changes: (link: string) => `Move or cancel the call here: ${link}`,
  cancelled: `This call with ${brand.name} does not take place.`,
} as const

const changes = 'Move or cancel the call'

type Place = 'phone' | 'link' | null

/** What happens when the call begins. */
const begins = (when: string, host: string | null, place: Place, how = '') =>
  place === 'link'
    ? `${when} ${host ? `you meet ${host}` : 'we meet'} by the link below${how}.`
    : `${when} ${host ? `${host} rings` : 'we call'} you${how}.`

export const callLetterWords = {
  requestReceived: {
    /** The reference leads whoever answers, and a search of the desk, back to it; answers have the same subject. */
    subject: (reference: string) => `Your request for a strategy call with ${brand.name} [${reference}]`,
    heading: 'Your request is with us',
    paragraphs: (deadline: string) => [
      `We answer within ${claims.answerWithin}, at the latest by ${deadline}. We then confirm this time, or offer ` +
        'you the nearest available one.',
    ],
    /** For a time that was chosen from the available ones. */
    held: (deadline: string) => [
      `We hold this time for you until we answer: within ${claims.answerWithin}, at the latest by ${deadline}.`,
    ],
    /** The same, before the button on the page of this email's link was pressed. */
    available: (deadline: string) => [
      'This time is not held yet, and others may choose it too. Open the link below and press the button there to hold it.',
      `We answer within ${claims.answerWithin}, at the latest by ${deadline}.`,
    ],
    holds: 'Hold this time',
    notTheirs:
      'If you did not ask for a call, someone mistyped their own address. Do nothing, and no time is held.',
    after: [
      'The invitation for your calendar comes with our confirmation. On your page you can put the time into your calendar ' +
        'until then, or ask for another one.',
    ],
    button: receipt.page.link,
    footnote:
      'If you asked for no call, somebody mistyped their own address. On the page you can withdraw the request.',
  },
  confirmed: {
    subject: (day: string) => `Confirmed: your strategy call on ${day}`,
    heading: 'Your call is confirmed',
    paragraphs: (host: string | null, place: Place) => [
      `${begins('At this time', host, place)} The invitation is attached, so that the call can stand in your calendar.`,
    ],
    after: ['Have one recent request at hand to talk about. There is nothing else to prepare.'],
    button: changes,
    footnote: 'If the time does not suit you any more, say so on your page until the call begins.',
  },
  moved: {
    subject: (day: string) => `New time: your strategy call on ${day}`,
    heading: 'Your call has a new time',
    paragraphs: (host: string | null, place: Place) => [
      `${begins('At the new time', host, place)} The attached invitation moves the call in your calendar; the old time is free ` +
        'again.',
    ],
    after: [],
    button: changes,
    footnote: 'If the new time does not suit you, ask for another on your page until the call begins.',
  },
  reassigned: {
    subject: (day: string) => `Changed, at the same time: your strategy call on ${day}`,
    /** With somebody else; where that is so, the place may be another too. */
    heading: (host: string | null) => (host ? `${host} takes your call` : 'Your call is with us'),
    headingElsewhere: 'Your call takes place elsewhere',
    paragraphs: (host: string | null, place: Place) => [
      `The time stays as it was. ${begins('Then', host, place)} The attached invitation changes the call in your calendar.`,
    ],
    after: [],
    button: changes,
    footnote: 'If this does not suit you, ask for another time on your page until the call begins.',
  },
  stands: {
    subject: (day: string) => `As it was: your strategy call on ${day}`,
    heading: 'Your call stays at its time',
    paragraphs: [
      'We cannot take the call at the time you asked for. The confirmed time stands, and so does the invitation in your ' +
        'calendar.',
    ],
    after: ['If it does not suit you, ask for another time on your page, or cancel the call there.'],
    button: changes,
    footnote: `Or answer this letter with two or three times that do suit you, and we choose one within ${claims.answerWithin}.`,
  },
  cancelled: {
    subject: (day: string) => `Cancelled: your strategy call on ${day}`,
    heading: 'Your call is cancelled',
    paragraphs: [
      'The call does not take place. The attached cancellation takes the call out of your calendar.',
    ],
    after: [
      'There is nothing left to do. If you want to talk after all, request a new time whenever it suits you.',
    ],
    button: 'Request a new time',
    footnote: `Was this a mistake? Answer this letter and we set it right within ${claims.answerWithin}.`,
  },
  withdrawn: {
    subject: `Your request for a call with ${brand.name} is cancelled`,
    heading: 'Your request is cancelled',
    paragraphs: [
      'The time below was never confirmed, so there is nothing in your calendar. No call takes place then.',
    ],
    after: [
      'There is nothing left to do. If you want to talk after all, request a new time whenever it suits you.',
    ],
    button: 'Request a new time',
    footnote: `Was this a mistake? Answer this letter and we set it right within ${claims.answerWithin}.`,
  },
  reopened: {
    subject: (day: string) => `Not on ${day}: we find another time for your call`,
    heading: 'We find another time',
    paragraphs: (deadline: string) => [
      'Your call cannot take place at this time. The attached cancellation takes it out of your calendar.',
      `Your request stays with us: we write again with a new time within ${claims.answerWithin}, at the latest by ` +
        `${deadline}.`,
    ],
    after: ['If you know a time that suits you, name it on your page.'],
    button: 'Name another time',
    footnote: 'If you do not want the call any more, you can withdraw the request on the same page.',
  },
  reminderDay: {
    subject: (day: string) => `Reminder: your strategy call on ${day}`,
    heading: 'A reminder of your call',
    paragraphs: (host: string | null, place: Place) => [
      begins('At this time', host, place, ', as confirmed'),
    ],
    after: ['Have one recent request at hand to talk about. There is nothing else to prepare.'],
    button: changes,
    footnote: 'If the time does not suit you any more, say so on your page until the call begins.',
  },
  reminderHour: {
    subject: (time: string, day: string) => `Your strategy call begins at ${time} on ${day}`,
    heading: (time: string) => `Your call begins at ${time}`,
    paragraphs: (host: string | null, place: Place) => [
      `${begins('Then', host, place)} Have one recent request at hand to talk about.`,
    ],
    after: [],
    button: changes,
    footnote: 'If you cannot take the call, please move or cancel it on your page, so that nobody waits.',
  },
  timesOffered: {
    subject: `Choose a time for your strategy call with ${brand.name}`,
    heading: 'Which of these suits you?',
    paragraphs: (until: string) => [
      `We hold these times for you until ${until}. Choose one on your page, and the call is confirmed at once.`,
    ],
    zone: (zone: string) => `On your clock: ${zone}.`,
    after: [],
    button: 'Choose a time',
    footnote: 'If none of them suits you, choose or propose another one on the same page.',
  },
  timeTaken: {
    subject: `Another time for your strategy call with ${brand.name}`,
    heading: 'We need another time for your call',
    after: [],
    paragraphs: (deadline: string) => [
      'We held the time below for you, and had to give it to another call. We are sorry.',
      `Choose another time on your page, or wait for us: we offer you one, at the latest by ${deadline}.`,
    ],
    available: (count: number) =>
      count === 1 ? 'This time is available.' : 'These times are available, among others.',
    button: 'Choose a time',
    footnote: 'If you no longer want the call, cancel it on the same page.',
  },
  messageReceived: {
    subject: (reference: string) => `Your message to ${brand.name} [${reference}]`,
    heading: 'Your message is with us',
    paragraphs: (deadline: string) => [
      `A person reads it and answers you within ${claims.answerWithin}, at the latest by ${deadline}. The answer ` +
        'comes to this address.',
    ],
    after: ['If you have something to add, answer this letter: it reaches the same people.'],
    footnote: 'If you wrote no message, somebody mistyped their own address. Then there is nothing to do.',
  },
} as const

/** The heading of a reason that a member gives. */
export const reasonTitle = 'Why'

/** Around what a member wrote. */
export const replyWords = {
  heading: { booking: 'About your call', message: 'Our answer' },
  quoted: (day: string) => `You wrote on ${day}`,
} as const
