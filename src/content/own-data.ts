import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { OutboxState } from '#shared/contract/outbox.ts'
import { nameInAscii } from './brand.ts'
import type { AnswerPage } from './forms.ts'
import { counted, sentence } from './tree.ts'
import { words } from './words.ts'

/** Wording for the pages on which visitors see, download and erase their data. */
export const ownData = words('ownData', {
  ask: {
    text: 'See what we have about you, download it, or have it erased. You do not need an account: we will email you a link, so that only you can see your data.',
    label: 'Email Address',
    hint: 'The address you contacted us from.',
    placeholder: 'thandi@company.example',
    submit: 'Send me the link',
    refused: 'Enter an email address, such as name@example.com.',
    note: 'Prefer to ask a person? Write to {mailbox}.',
  },
  asked: {
    title: 'Check your inbox',
    text: 'If we have anything under this address, an email with a link is on its way. The link works for one hour.',
    more: [
      'No email after a few minutes? Check your spam folder, and try your other addresses. Addresses such as ann@… and ann+work@… need separate links.',
      'We send at most one email every 15 minutes and at most four a day.',
      'If we have nothing under this address, you will not get an email.',
    ],
  },
  failed: {
    title: 'Your request did not reach us',
    text: 'Something went wrong on our side. Try again in a minute, or write to {mailbox}.',
  } as const satisfies AnswerPage,
  /** If a Supabase project stores the data, this server sends no email. */
  elsewhere: {
    title: 'Your data',
    text: 'To see, download or erase your data, write to {mailbox} from the address you contacted us from.',
  } as const satisfies AnswerPage,
  noMail: {
    title: 'Your data',
    text: 'This server does not send email yet, so it cannot send you a link. To see, download or erase your data, write to {mailbox}.',
  } as const satisfies AnswerPage,
  broken: {
    title: 'This link does not work',
    text: 'The link may be cut off or older than an hour. Request a new link, or write to {mailbox}.',
    again: 'Request a new link',
  },
  over: {
    title: 'This data was erased',
    text: 'This link has nothing left to show. If you have sent us anything since then, request a new link.',
    again: 'Request a new link',
  },
  otherOrigin: {
    title: 'Nothing was changed',
    text: 'The request came from another site. Open the page on our site and press the button there.',
  } as const satisfies AnswerPage,
  /** The page shows no data, because mail scanners open links before people do. */
  opened: {
    title: 'Your data',
    text: 'Press the button to see what we have about you. This changes nothing.',
    submit: 'Show my data',
    note: 'Anyone with the link in the email can see your data. Do not share it.',
  },
  shown: {
    title: 'Data we have about you',
    lead: sentence('Everything stored under {email}.', 'email'),
    zone: sentence('Times are in {zone}.', 'zone'),
    nothing: 'No data is left.',
    at: sentence('{time}, {day}', 'time', 'day'),
    bookings: 'Calls you requested',
    messages: 'Messages you sent',
    letters: 'Emails to you',
    emails: 'Emails from you',
    replies: 'Our replies',
    notes: 'Notes by our team',
    visits: 'Your visits',
    account: 'Your account',
    log: 'History',
    fields: {
      state: 'Status',
      received: 'Received',
      name: 'Name',
      company: 'Company',
      phone: 'Phone',
      inquiry: 'About',
      message: 'Message',
      origin: 'Source',
      landing: 'First page',
      referrer: 'Previous page',
      created: 'Since',
      role: 'Role',
    },
    suspect: 'This looks automated, so a member of our team will review it first.',
    visitsText: sentence(
      '{count}, from {first} to {last}: page views, clicks and downloads, without your name. The file below lists each event.',
      'count',
      'first',
      'last',
    ),
    events: counted('One event', '{count} events'),
    accountKept: 'You are a member of our team. Sign in to the desk to see what else we have about your account.',
    more: 'The file below contains all the details, including technical ones.',
  },
  states: {
    new: 'Waiting for an answer',
    suspect: 'Waiting for review',
    confirmed: 'Confirmed',
    completed: 'Completed',
    'no-show': 'We did not reach you',
    cancelled: 'Cancelled',
    spam: 'Marked as spam',
    answered: 'Answered',
    closed: 'Closed',
  } satisfies Record<Exclude<BookingStatus | MessageStatus, 'spam?'> | 'suspect', string>,
  letterStates: {
    waiting: 'waiting to be sent',
    sending: 'being sent',
    sent: 'sent',
    dropped: 'not sent',
    failed: 'could not be sent',
  } satisfies Record<OutboxState, string>,
  /** The name under which the data page lists the email with the link. */
  letterName: 'The link to your data',
  /** The keys are the actions in the audit log. An action without a label here is shown by its own name. */
  done: {
    booking_moved: 'The status of your request changed',
    message_moved: 'The status of your message changed',
    booking_assigned: 'Your call was assigned to a member of our team',
    message_assigned: 'Your message was assigned to a member of our team',
    booking_proposed: 'Another time was requested',
    proposal_declined: 'The time of the call was not changed',
    booking_noted: 'A member of our team wrote a note',
    message_noted: 'A member of our team wrote a note',
    booking_read: 'A member of our team read your request',
    message_read: 'A member of our team read your message',
    person_read: 'A member of our team viewed all your data',
    person_exported: 'A member of our team downloaded all your data',
  } as Readonly<Record<string, string>>,
  doneByYou: {
    person_read: 'You viewed your data here',
    person_exported: 'You downloaded your data',
  } as Readonly<Record<string, string>>,
  take: {
    title: 'Download your data',
    text: 'Everything in one machine-readable file (JSON).',
    submit: 'Download the file',
  },
  erase: {
    title: 'Erase your data',
    open: 'Erase everything',
    happens: 'What happens next',
    gone: 'These are deleted from our database at once: everything you sent, our replies and emails to you, our notes, and your visit events. Copies in our backups remain until the backups are deleted.',
    stopped:
      'Unsent emails are cancelled. We cannot recall emails already sent, or data already passed to our other systems.',
    callOff: sentence('Your call at {when} is cancelled, and our team is notified at once.', 'when'),
    soon: sentence(
      'Your call begins in {wait}, so we may be about to call you. Please also write to {mailbox}.',
      'wait',
    ),
    account: 'Your account is erased, and you can no longer sign in with it.',
    kept: 'Your account stays, because you are a member of our team. An owner must remove you from the desk first.',
    log: 'Our audit log keeps one entry. It records the erasure and the amount of data, but no names.',
    sure: 'Yes, erase everything. This cannot be undone.',
    unsure: 'Check the box first, so that nothing is erased by mistake.',
    submit: 'Erase now',
  },
  erased: {
    title: 'Your data is erased',
    counted: sentence(
      'We erased {requests}, {messages} and {events}, with all replies, notes and emails about them.',
      'requests',
      'messages',
      'events',
    ),
    requests: counted('1 request', '{count} requests'),
    messages: counted('1 message', '{count} messages'),
    events: counted('1 visit event', '{count} visit events'),
    account: {
      none: null,
      erased: 'Your account was erased too.',
      kept: 'Your account stays, because you are a member of our team.',
    },
    others:
      'If someone else mentioned you in their own request or message, that mention is still stored. Write to {mailbox}, and we will review it.',
    form: 'If one of our forms is open in another tab, it may still contain what you typed. Close that tab to remove it.',
  },
} as const)

/** The file name contains an ISO date, so that files sort by date. */
export const ownDataFile = (day: string): string => `${nameInAscii().toLowerCase()}-your-data-${day}.json`

/** The email with the link. The email repeats nothing that a visitor typed. */
export const ownDataLetter = words('ownDataLetter', {
  subject: 'Your link to the data {provider} has about you',
  heading: 'Your data',
  paragraphs: [
    'Someone, most likely you, asked to see what we have under this email address. Use this link to see, download or erase your data.',
  ],
  button: 'See my data',
  lasts: sentence('The link works for {wait}.', 'wait'),
  footnote:
    'Anyone with the link can see your data, so do not forward this email. If this was not you, ignore this email: without it, nobody can see your data.',
} as const)
