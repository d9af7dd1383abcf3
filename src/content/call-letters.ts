import type { LetterKind, SentLetterKind } from '#shared/contract/outbox.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/**
 * Wording for emails to visitors about their call or message. Phone numbers and plausible names are the only values in
 * these emails that visitors typed. The emails never say 'today' or 'tomorrow', because an email may be read days
 * later.
 */

/** The desk's name for each email to visitors. */
export const visitorLetterNames = words('visitorLetterNames', {
  'request-received': 'Request received',
  call: 'Call changed',
  'call-confirmed': 'Call confirmed',
  'call-moved': 'Call moved',
  'call-reassigned': 'New host or meeting place',
  'call-cancelled': 'Call cancelled',
  'call-stands': 'Call time unchanged',
  reply: 'Reply from the team',
  'times-offered': 'Offered times',
  'time-taken': 'Held time no longer available',
  'reminder-day': 'Reminder, one day before',
  'reminder-hour': 'Reminder, one hour before',
  'message-received': 'Message received',
  'own-data': 'Link to the visitor’s data',
} satisfies Record<Exclude<LetterKind | SentLetterKind, `team-${string}`>, string>)

/** Texts for `byHost`: one that names the host, and one for a call without a named host. */
export const hosted = (host: string, us: string, ...names: string[]) => ({
  host: sentence(host, 'host', ...names),
  us: sentence(us, ...names),
})

export const byHost = (host: string | null, texts: ReturnType<typeof hosted>, ...values: string[]): string =>
  host ? texts.host(host, ...values) : texts.us(...values)

/** Labels shown next to the times in these emails. */
export const callTimeWords = words('callTimeWords', {
  asked: 'Requested, not confirmed yet',
  firm: 'Confirmed',
  moved: 'Confirmed, new time',
  reassigned: 'Confirmed, same time',
  held: 'Held for you, not confirmed yet',
  off: 'Cancelled',
  withdrawn: 'Cancelled',
  reopened: 'Previous time',
  answer: 'We answer by',
  length: 'Length',
  range: sentence('{from}–{to} min', 'from', 'to'),
  with: 'With',
  where: 'Where',
  byPhone: hosted(
    'By phone. {host} will call the number you gave us.',
    'By phone. We will call the number you gave us.',
  ),
  byPhoneAt: hosted('By phone. {host} will call you at {number}.', 'By phone. We will call you at {number}.', 'number'),
  /** For requests whose host takes calls online. */
  byLinkLater: 'Online. You will get the link with the confirmation.',
  later: 'The confirmation will say where.',
  /** Label for the previous host or place. */
  before: 'Previously',
  beforeUs: 'With us',
  beforeWith: sentence('With {host}', 'host'),
  beforeByPhone: 'by phone',
  beforeOnline: 'online',
  instead: 'Instead of',
  askedFor: 'You requested',
  until: sentence('{time}, {day}', 'time', 'day'),
  /** In running text. */
  moment: sentence('{time} on {day} ({zone})', 'time', 'day', 'zone'),
  /** The days of a call that crosses midnight. */
  days: sentence('{first} to {last}', 'first', 'last'),
  /** Added if the clocks in the reader's zone change during the call. */
  change: sentence('{before}; after the clocks change, {after}', 'before', 'after'),
} as const)

const greeting = words('greeting', { named: sentence('Hello {name},', 'name'), unnamed: 'Hello,' } as const)

export const greetingFor = (name: string | null) => (name ? greeting.named(name) : greeting.unnamed)

/** Shown below every email to a visitor. */
export const visitorEmailFooter = words('visitorEmailFooter', {
  page: 'Anyone with the link can change or cancel the call. Forward this email only to people you trust to do so.',
  signature: sentence('{provider}. Reply to this email, or write to {address}.', 'address'),
} as const)

/** Links that add the call to a calendar, for readers whose calendar ignores the attached invitation. */
export const calendarLinks = words('calendarLinks', {
  intro: 'No invitation in your calendar? Add the call yourself:',
  google: 'Google Calendar',
  outlook: 'Outlook.com',
  office: 'Microsoft 365',
} as const)

/** The event in the visitor's calendar. */
export const callEventWords = words('callEventWords', {
  title: 'Strategy call with {provider}',
  byPhone: hosted('By phone: {host} will call you at your number', 'By phone: {provider} will call you'),
  byPhoneAt: hosted('By phone: {host} will call you at {number}', 'By phone: {provider} will call you', 'number'),
  about: sentence('Free {length} with {provider}. {how}', 'length', 'how'),
  rings: hosted('{host} will call you at the number you gave us.', 'We will call you at the number you gave us.'),
  meets: hosted('Meet {host} here: {link}', 'Meet us here: {link}', 'link'),
  changes: sentence('Move or cancel the call here: {link}', 'link'),
  cancelled: 'This call with {provider} has been cancelled.',
} as const)

const changeCallLabel = 'Move or cancel the call'

/** Sentences about how the call begins. `we` stands for the host if no host is named. */
const callStart = words('callStart', {
  we: 'we',
  below: {
    phone: sentence('At the time below, {host} will call you.', 'host'),
    link: sentence('At the time below, {host} will meet you online.', 'host'),
  },
  moved: {
    phone: sentence('At the new time below, {host} will call you.', 'host'),
    link: sentence('At the new time below, {host} will meet you online.', 'host'),
  },
  reminded: {
    phone: sentence('At the time below, {host} will call you, as confirmed.', 'host'),
    link: sentence('At the time below, {host} will meet you online, as confirmed.', 'host'),
  },
} as const)

export const describeStart = (
  host: string | null,
  place: 'phone' | 'link' | null,
  when: 'below' | 'moved' | 'reminded' = 'below',
): string => callStart[when][place === 'link' ? 'link' : 'phone'](host ?? callStart.we)

export const callLetterWords = words('callLetterWords', {
  requestReceived: {
    /** Members search the desk for this reference. Replies to the email keep the reference in their subject. */
    subject: sentence('Your request for a strategy call with {provider} [{reference}]', 'reference'),
    heading: 'We have your request',
    paragraphs: sentence(
      'We will answer within {answerWithin}, by {deadline} at the latest. We will confirm this time or offer ' +
        'you the nearest available one.',
      'deadline',
    ),
    /** For a time that the visitor chose from the available times. */
    held: sentence(
      'We will answer within {answerWithin}, by {deadline} at the latest, and hold this time for you until then.',
      'deadline',
    ),
    /** Sent if the chosen time is not held until the visitor presses the button on the page. */
    available: [
      'This time is not held yet, so others can still choose it. To hold it, open your booking page with the button below.',
      sentence('We will answer within {answerWithin}, by {deadline} at the latest.', 'deadline'),
    ],
    holds: 'Hold this time',
    notTheirs:
      'If you did not request a call, someone mistyped their own email address. If you ignore this email, no time will be held.',
    after: [
      'We will send the calendar invitation when we confirm the call. Until then, you can add the time to your calendar or ' +
        'request another one on your booking page.',
    ],
    footnote:
      'If you did not request a call, someone mistyped their own email address. You can cancel the request on the booking page.',
  },
  confirmed: {
    subject: sentence('Confirmed: your strategy call on {day}', 'day'),
    heading: 'Your call is confirmed',
    paragraphs: [sentence('{start} The invitation for your calendar is attached.', 'start')],
    after: ['Have one recent customer request ready to talk about. There is nothing else to prepare.'],
    button: changeCallLabel,
    footnote: 'If the time no longer suits you, you can change it on your booking page until the call begins.',
  },
  moved: {
    subject: sentence('New time: your strategy call on {day}', 'day'),
    heading: 'Your call has a new time',
    paragraphs: [sentence('{start} The attached invitation moves the call in your calendar.', 'start')],
    button: changeCallLabel,
    footnote: 'If the new time does not suit you, request another one on your booking page before the call begins.',
  },
  reassigned: {
    subject: sentence('Same time, new details: your strategy call on {day}', 'day'),
    /** The heading if the call has a new host, even if the meeting place is also new. */
    heading: hosted('{host} will take your call', 'Our team will take your call'),
    headingElsewhere: 'Your call has new details',
    paragraphs: [
      sentence('The time has not changed. {start} The attached invitation updates the call in your calendar.', 'start'),
    ],
    button: changeCallLabel,
    footnote: 'If this does not suit you, request another time on your booking page before the call begins.',
  },
  stands: {
    subject: sentence('Time unchanged: your strategy call on {day}', 'day'),
    heading: 'The time of your call has not changed',
    paragraphs: [
      'We cannot take the call at the time you requested. The confirmed time and the invitation in your calendar are ' +
        'still valid.',
    ],
    after: ['If this time does not suit you, request another one or cancel the call on your booking page.'],
    button: changeCallLabel,
    footnote:
      'Or reply to this email with two or three times that suit you, and we will choose one within {answerWithin}.',
  },
  cancelled: {
    subject: sentence('Cancelled: your strategy call on {day}', 'day'),
    heading: 'Your call is cancelled',
    paragraphs: ['The call will not take place. The attached cancellation removes it from your calendar.'],
    after: ['You do not need to do anything. If you would still like to talk, request a new time.'],
    button: 'Request a new time',
    footnote: 'Was this a mistake? Reply to this email, and we will correct it within {answerWithin}.',
  },
  withdrawn: {
    subject: 'Your request for a call with {provider} is cancelled',
    heading: 'Your request is cancelled',
    paragraphs: [
      'The time below was never confirmed, so we sent no invitation. The call will not take place at that time.',
    ],
    after: ['You do not need to do anything. If you would still like to talk, request a new time.'],
    button: 'Request a new time',
    footnote: 'Was this a mistake? Reply to this email, and we will correct it within {answerWithin}.',
  },
  reopened: {
    subject: sentence('Not on {day}: we will find another time for your call', 'day'),
    heading: 'We will find another time',
    paragraphs: [
      'Your call cannot take place at the time below. The attached cancellation removes it from your calendar.',
      sentence(
        'We still have your request and will write again with a new time within {answerWithin}, by {deadline} ' +
          'at the latest.',
        'deadline',
      ),
    ],
    after: ['If you already know a time that suits you, propose it on your booking page.'],
    button: 'Propose another time',
    footnote: 'If you no longer want the call, you can cancel the request on the same page.',
  },
  reminderDay: {
    subject: sentence('Reminder: your strategy call on {day}', 'day'),
    heading: 'A reminder of your call',
    after: ['Have one recent customer request ready to talk about. There is nothing else to prepare.'],
    button: changeCallLabel,
    footnote: 'If the time no longer suits you, you can change it on your booking page until the call begins.',
  },
  reminderHour: {
    subject: sentence('Your strategy call begins at {time} on {day}', 'time', 'day'),
    heading: sentence('Your call begins at {time}', 'time'),
    paragraphs: [sentence('{start} Have one recent customer request ready to talk about.', 'start')],
    button: changeCallLabel,
    footnote:
      'If you cannot make it, please move or cancel the call on your booking page so that nobody waits for you.',
  },
  timesOffered: {
    subject: 'Choose a time for your strategy call with {provider}',
    heading: 'Which of these times suits you?',
    paragraphs: sentence(
      'We are holding these times for you until {until}. Choose one on your booking page, and the call will be confirmed at once.',
      'until',
    ),
    zone: sentence('Times are in {zone}.', 'zone'),
    button: 'Choose a time',
    footnote: 'If none of them suits you, choose or propose another one on the same page.',
  },
  timeTaken: {
    subject: 'Choose another time for your strategy call with {provider}',
    heading: 'We need another time for your call',
    paragraphs: [
      'We were holding the time below for you but had to give it to another call. We are sorry.',
      sentence(
        'Choose another time on your booking page, or wait for our offer. We will send it by {deadline} at the latest.',
        'deadline',
      ),
    ],
    available: { one: 'This time is available.', many: 'These are some of the available times.' },
    button: 'Choose a time',
    footnote: 'If you no longer want the call, cancel it on the same page.',
  },
  messageReceived: {
    subject: sentence('Your message to {provider} [{reference}]', 'reference'),
    heading: 'We have your message',
    paragraphs: sentence(
      'A member of our team will read it and reply to this address within {answerWithin}, by {deadline} at ' +
        'the latest.',
      'deadline',
    ),
    after: ['To add something, reply to this email. It reaches the same people.'],
    footnote: 'If you did not write to us, someone mistyped their own email address. You can ignore this email.',
  },
} as const)

/** Texts around a member's reply. */
export const replyEmailWords = words('replyEmailWords', {
  heading: { booking: 'About your call', message: 'Our reply' },
  quoted: sentence('You wrote on {day}', 'day'),
  /** The heading above a member's reason. */
  reason: 'Reason',
} as const)
