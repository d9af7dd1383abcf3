import type { LetterKind, SampleLetter } from '#shared/contract/outbox.ts'
import { brand } from './brand.ts'

/** What the desk calls each letter to the team. */
export const teamLetterNames: Record<Extract<LetterKind | SampleLetter, `team-${string}`>, string> = {
  'team-booking': 'Team: new booking',
  'team-message': 'Team: new message',
  'team-call': 'Team: change of the call',
  'team-call-confirmed': 'Team: call confirmed',
  'team-call-moved': 'Team: call moved',
  'team-call-reassigned': 'Team: place of the call changed',
  'team-call-cancelled': 'Team: call cancelled',
  'team-call-erased': 'Team: call off, person erased',
  'team-proposal': 'Team: another time asked for',
  'team-risk': 'Team: answer due in four hours',
  'team-digest': 'Team: digest of the day',
  'team-fault': 'Team: the site breaks for visitors',
  'team-calendar': 'Team: a calendar cannot be read',
  'team-backup': 'Team: backups are behind',
  'team-mention': 'Team: you are named in a note',
}

/** Words of the letters to the team. Names and companies in them were typed by strangers. */

const facts = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  inquiry: 'About',
  zone: 'Their zone',
  noZone: 'not given',
  received: 'Received',
  reference: 'Reference',
} as const

export const teamLetterWords = {
  facts,
  times: {
    asked: 'Asks for this time',
    held: 'Chose this available time, which is held',
    available: 'Chose this available time, which is not held yet',
    firm: 'Confirmed',
    moved: 'Confirmed, new time',
    reassigned: 'Confirmed, the same time',
    off: 'Cancelled',
    givenAway: 'With somebody else',
    proposed: 'Asks for this time instead',
    deadline: 'Promised by',
    theirs: 'On their clock',
    theirsTheSame: 'The same as yours',
    stands: 'Confirmed for',
    notYet: 'Not confirmed yet',
    with: 'With',
    where: 'Where',
    byPhone: 'By phone',
  },
  message: 'Message',
  noMessage: 'They left no message.',
  open: 'Open it in the desk',
  answer: 'An answer to this letter goes to the visitor.',
  signature: `Sent by your desk at ${brand.name}. Who gets these letters is set in its settings.`,
  /** The event in the host's calendar. */
  event: {
    title: (company: string) => `Strategy call: ${company}`,
    byPhone: (phone: string) => `By phone: ${phone}`,
    description: (name: string, phone: string, email: string, link: string) =>
      [name, phone, email, link].filter(Boolean).join('\n'),
  },
  booking: {
    subject: (who: string) => `New booking: ${who}`,
    heading: 'New booking',
    lede: {
      asked: (deadline: string) => `Confirm the time, or offer another, by ${deadline}.`,
      held: (deadline: string) =>
        `They chose an available time, and we hold it. Confirm it, or offer another, by ${deadline}.`,
      available: (deadline: string) =>
        'They chose an available time. It is held once they press the button on their page; until then others may choose ' +
        `it too. Confirm it, or offer another, by ${deadline}.`,
    },
  },
  newMessage: {
    subject: (who: string) => `New message: ${who}`,
    heading: 'New message',
    lede: (deadline: string) => `Answer by ${deadline}. An answer to this letter will do.`,
  },
  confirmed: {
    subject: (who: string) => `Call confirmed: ${who}`,
    heading: 'Call confirmed',
    lede: 'The visitor has the invitation. Yours is attached.',
    ledeAtOnce:
      'The visitor chose this time, and it was confirmed automatically. Your invitation is attached.',
  },
  moved: {
    subject: (who: string) => `Call moved: ${who}`,
    heading: 'Call moved',
    lede: 'The visitor has the new time. The attached invitation moves the call in your calendar.',
  },
  reassigned: {
    subject: (who: string) => `Call takes place elsewhere: ${who}`,
    heading: 'The call takes place elsewhere',
    lede: 'The time stays as it was, and the visitor has the new place. The attached invitation changes the call in your calendar.',
  },
  cancelled: {
    subject: (who: string) => `Call cancelled: ${who}`,
    heading: 'Call cancelled',
    lede: {
      visitor: 'The visitor has cancelled it. The attached cancellation takes it out of your calendar.',
      desk: 'It was cancelled at the desk. The attached cancellation takes it out of your calendar.',
      'given-away':
        'The call stands, and somebody else holds it. The attached cancellation takes it out of your calendar.',
    },
  },
  givenAway: {
    subject: (who: string) => `Call no longer yours: ${who}`,
    heading: 'The call is no longer yours',
  },
  erased: {
    subject: (when: string) => `Call cancelled: ${when}`,
    heading: 'Call cancelled',
    lede: 'Whoever asked for this call was erased at the desk, and the call went with them. The attached cancellation takes it out of your calendar.',
  },
  proposal: {
    subject: (who: string) => `Another time asked for: ${who}`,
    heading: 'Another time asked for',
    lede: 'Move the call to this time, or leave it where it is. Until you do either, the old time stands.',
    ledeOpen: 'The request is not confirmed yet; this is the time they would like instead.',
  },
  risk: {
    subject: (time: string, who: string) => `Answer by ${time}: ${who}`,
    heading: 'Still without an answer',
    lede: {
      booking: (deadline: string) => `The promise of 24 hours for this booking runs out at ${deadline}.`,
      message: (deadline: string) => `The promise of 24 hours for this message runs out at ${deadline}.`,
    },
  },
  fault: {
    subject: (visits: number) => `The site broke in ${visits} visits within an hour`,
    heading: 'The site breaks for visitors',
    lede: (visits: number, of: number, since: string) =>
      `${visits} of the ${of} visits of the last hour met this, the first of them at ${since}.`,
    facts: {
      what: 'What',
      place: 'Where',
      cause: 'Cause',
      release: 'Release',
      unknown: 'not told',
      usual: 'Usual',
    },
    usual: (visits: number) =>
      visits === 0
        ? 'Nobody in the seven days before'
        : `${visits < 1 ? 'Less than one visit' : `${Math.round(visits * 10) / 10} visits`} an hour in the seven days before`,
    todo: 'Tell whoever looks after the site; below stands where to look. Bookings and messages may be lost meanwhile.',
    open: 'See all faults in the desk',
    small: 'The same fault of the same release is told once a day.',
  },
  unreadEntries: {
    subject: (name: string) => `Some entries of your calendar could not be read: ${name}`,
    heading: 'Some entries of your calendar could not be read',
    lede: (count: string) => `${count} Visitors may book a call while such an entry keeps you busy.`,
    todo: 'Compare the busy times in the desk with your calendar, and correct these entries in the program that made them.',
    on: (day: string) => `On ${day}`,
    undated: 'Without a date',
    small: 'You will not be notified again until all entries can be read.',
  },
  calendar: {
    subject: (name: string) => `Your calendar cannot be read: ${name}`,
    heading: 'Your calendar cannot be read',
    lede: (since: string) =>
      `Nothing has come from it since ${since}. What it said before still counts, so nobody is offered those times; what was added or moved since is not known here.`,
    todo: 'Have it read once more in the desk, or remove it and add it again.',
    open: 'Open your hours and calendars',
    facts: { name: 'Calendar', place: 'Server', why: 'Why', unknown: 'not told' },
    small: 'You are told this once, until it can be read again.',
    signature: `Sent by your desk at ${brand.name}, because your calls are planned around this calendar.`,
  },
  backup: {
    subject: 'Backups are behind',
    heading: 'Backups are behind',
    never: 'None has succeeded yet',
    facts: { last: 'Last backup', schedule: 'By itself' },
    every: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
    open: 'See it in the desk',
    small:
      'Tell whoever looks after the server. It is said once; the desk shows it until a backup was written.',
  },
  mention: {
    subject: (author: string, who: string) => `${author} names you: ${who}`,
    heading: 'You are named in a note',
    lede: (author: string) => `${author} wrote this for you at the desk. Answer there, with a note.`,
    note: 'Note',
    somebody: 'A colleague',
  },
  digest: {
    subject: (day: string, waiting: number, calls: number) =>
      `${day}: ${calls === 1 ? '1 call' : `${calls} calls`}, ${waiting} waiting`,
    heading: (day: string) => day,
    lede: (waiting: number, late: number) =>
      waiting === 0
        ? 'Nobody waits for an answer.'
        : `${waiting === 1 ? '1 answer is' : `${waiting} answers are`} due${late > 0 ? `, ${late} of them overdue` : ''}.`,
    calls: 'Calls',
    noCalls: 'No calls on this day.',
    with: (name: string, host: string) => `${name}, with ${host}`,
    waiting: 'To answer by',
    noneWaiting: 'Nothing.',
    more: (count: number) => `And ${count} more in the desk.`,
    from: {
      booking: (name: string) => `Booking from ${name}`,
      message: (name: string) => `Message from ${name}`,
      wish: (name: string) => `Another time for ${name}`,
    },
    late: (day: string) => `Overdue since ${day}`,
    steps: 'To follow up',
    step: (owner: string, step: string) => `${owner || 'Nobody'}: ${step}`,
    due: 'Due',
    lateStep: 'Late',
    week: 'Calls confirmed in this week',
    weekOf: (taken: number, capacity: number) => `${taken} of ${capacity}`,
    suspects: (count: number) =>
      count === 1
        ? '1 arrival looks like spam and waits for a look.'
        : `${count} arrivals look like spam and wait for a look.`,
    failed: (count: number) =>
      count === 1 ? '1 letter could not be delivered.' : `${count} letters could not be delivered.`,
    open: 'Open the desk',
  },
} as const
