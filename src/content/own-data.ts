import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { OutboxState } from '#shared/contract/outbox.ts'
import { brand } from './brand.ts'
import { ownDataLink } from './documents.ts'
import type { AnswerPage } from './forms.ts'

/** Words of the pages on which people see, take along and erase what we have of them. */
export const ownData = {
  ask: {
    title: ownDataLink.label,
    text: 'See what we have of you, take it along, or have it erased. You need no account: we send a link to your mailbox, so that nobody else gets in.',
    label: 'Email Address',
    hint: 'The one that you wrote to us with.',
    placeholder: 'thandi@company.example',
    submit: 'Send me the link',
    refused: 'This does not look like name@example.com.',
    note: `Rather ask a person? Write to ${brand.email}.`,
  },
  asked: {
    title: 'Look into your mailbox',
    text: 'If we have something under this address, a letter with a link is on its way. The link works for an hour.',
    more: [
      'No letter after some minutes? Look into the spam folder, and try the other addresses that you use. What you sent as ann+work@… has a link of its own.',
      'To keep mailboxes free, we send one letter in a quarter of an hour, and four in a day.',
      'If we have nothing under this address, no letter comes.',
    ],
  },
  failed: {
    title: 'Your question did not reach us',
    text: `Something is full or away on our side. Try again in a minute, or write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  /** Where a project keeps what visitors send, and no letter leaves from here. */
  elsewhere: {
    title: 'Your data',
    text: `To see what we have of you, to take it along or to have it erased, write to ${brand.email} from the address that you wrote to us with.`,
  } as const satisfies AnswerPage,
  noMail: {
    title: 'Your data',
    text: `This server sends no mail yet, so it cannot send you a link. To see what we have of you, to take it along or to have it erased, write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  broken: {
    title: 'This link does not work',
    text: `It may be cut off, or older than an hour. Ask for a new one, or write to ${brand.email}.`,
    again: 'Ask for a new link',
  },
  over: {
    title: 'This was erased',
    text: `There is nothing left that this link could show. If you have sent us something since then, ask for a new link.`,
    again: 'Ask for a new link',
  },
  otherOrigin: {
    title: 'Nothing was done',
    text: 'The button was pressed on another site. Open the page on our site, and press it there.',
  } as const satisfies AnswerPage,
  /** What the letter's link opens. Programs open links before people do, so it shows nothing yet. */
  opened: {
    title: 'Your data',
    text: 'Press the button to see what we have of you. Nothing is changed by that.',
    submit: 'Show my data',
    note: 'The link in the letter is a key. Pass it on to nobody.',
  },
  shown: {
    title: 'What we have of you',
    lead: (email: string) => `All that we keep under ${email}.`,
    zone: (zone: string) => `Times are those of ${zone}.`,
    nothing: 'There is nothing any more.',
    at: (time: string, day: string) => `${time}, ${day}`,
    bookings: 'Calls that you asked for',
    messages: 'Messages that you sent',
    letters: 'Letters to you',
    replies: 'Our answers',
    notes: 'Notes of our team',
    visits: 'Your visits',
    account: 'Your account',
    log: 'What was done with it',
    fields: {
      state: 'State',
      received: 'Received',
      name: 'Name',
      company: 'Company',
      phone: 'Phone',
      challenge: 'Challenge',
      teamSize: 'Team size',
      inquiry: 'About',
      message: 'Message',
      origin: 'You came by',
      landing: 'First page',
      referrer: 'Page before ours',
      created: 'Since',
      role: 'Role',
    },
    suspect: 'It looked as if a program had sent it, so it waits until one of us has looked.',
    visitsText: (count: string, first: string, last: string) =>
      `${count}, from ${first} to ${last}: pages, presses and downloads, without your name. The file has each of them.`,
    events: (count: number) => (count === 1 ? 'One event' : `${count} events`),
    accountKept:
      'You work here. What else we have of your account stands at the desk, once you have signed in.',
    more: 'The file below has every detail, also those that machines need.',
  },
  states: {
    new: 'Waits for an answer',
    'spam?': 'Held back',
    confirmed: 'Confirmed',
    completed: 'We have talked',
    'no-show': 'We missed each other',
    cancelled: 'Cancelled',
    spam: 'Put aside as spam',
    answered: 'Answered',
    closed: 'Closed',
  } satisfies Record<BookingStatus | MessageStatus, string>,
  letterStates: {
    waiting: 'waits to leave',
    sending: 'leaves now',
    sent: 'sent',
    dropped: 'not sent',
    failed: 'could not be sent',
  } satisfies Record<OutboxState, string>,
  /** What the desk calls a link to their data. */
  letterName: 'The link to your data',
  /** By the word of the log; what is not here is told by that word. */
  done: {
    booking_moved: 'Your request got another state',
    message_moved: 'Your message got another state',
    booking_assigned: 'Your call was given to one of us',
    message_assigned: 'Your message was given to one of us',
    booking_proposed: 'Another time was asked for',
    proposal_declined: 'The call stayed at its time',
    booking_noted: 'One of us wrote a note',
    message_noted: 'One of us wrote a note',
    booking_read: 'One of us read your request',
    message_read: 'One of us read your message',
    person_read: 'One of us read all of it',
    person_exported: 'One of us took a copy of all of it',
  } as Readonly<Record<string, string>>,
  doneByYou: {
    person_read: 'You looked at it here',
    person_exported: 'You took it along',
  } as Readonly<Record<string, string>>,
  take: {
    title: 'Take it along',
    text: 'All of it as one file, in a form that programs read (JSON).',
    submit: 'Download the file',
  },
  erase: {
    title: 'Have it erased',
    open: 'Erase all of it',
    happens: 'What happens then',
    gone: 'What you sent, our answers and notes, our letters to you and the events of your visits are gone from our database at once. Copies in our backups go with the backups.',
    stopped:
      'Letters that have not left are stopped. What a mail server has taken, and what other programs of ours were told before, we cannot call back.',
    callOff: (when: string) => `Your call at ${when} is called off. We hear of it at once.`,
    soon: (wait: string) =>
      `It begins in ${wait}, so one of us may be about to ring you. Write to ${brand.email} too.`,
    account: 'Your account is erased, and you can no longer sign in with it.',
    kept: 'Your account stays, since you work here: an owner takes you out of the desk first.',
    log: 'Our log keeps one line: that somebody had their data erased, and how much it was. It names nobody.',
    sure: 'Yes, erase all of it. It cannot be brought back.',
    unsure: 'Tick the box first, so that nothing is erased by mistake.',
    submit: 'Erase it now',
  },
  erased: {
    title: 'It is erased',
    counted: (bookings: number, messages: number, events: number) =>
      `Gone are ${counted(bookings, 'request', 'requests')}, ${counted(messages, 'message', 'messages')} and ${counted(events, 'event of your visits', 'events of your visits')}, with all answers, notes and letters about them.`,
    account: {
      none: null,
      erased: 'Your account is gone too.',
      kept: 'Your account stays, since you work here.',
    },
    others: `If somebody else has named you in a text of theirs, that text is still there. Write to ${brand.email}, and we look at it.`,
    form: 'If a form of ours is open in another tab, it may still hold what you typed. Close it, and that is gone too.',
  },
  /** Of the file: day of the month last, so that files sort. */
  fileName: (day: string) =>
    `${brand.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-your-data-${day}.json`,
} as const

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The letter with the link. It repeats nothing that anybody typed. */
export const ownDataLetter = {
  subject: `Your link to what ${brand.name} has of you`,
  heading: 'Your data',
  paragraphs: [
    'Somebody, most likely you, asked us to show what we have under this address. By this link you can see it, take it along, or have it erased.',
  ],
  button: 'See my data',
  lasts: (wait: string) => `The link works for ${wait}.`,
  footnote:
    'The link is a key: pass this letter on to nobody. If it was not you, do nothing: without this letter nobody sees anything.',
} as const
