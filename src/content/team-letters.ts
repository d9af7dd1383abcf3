import type { LetterKind, SentLetterKind } from '#shared/contract/outbox.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** The desk's name for each email to the team. */
export const teamLetterNames: Record<Extract<LetterKind | SentLetterKind, `team-${string}`>, string> = {
  'team-booking': 'Team: new booking',
  'team-message': 'Team: new message',
  'team-call': 'Team: call changed',
  'team-call-confirmed': 'Team: call confirmed',
  'team-call-moved': 'Team: call moved',
  'team-call-reassigned': 'Team: meeting place changed',
  'team-call-cancelled': 'Team: call cancelled',
  'team-call-erased': 'Team: call cancelled, visitor’s data erased',
  'team-proposal': 'Team: another time requested',
  'team-risk': 'Team: answer due in four hours',
  'team-digest': 'Team: daily digest',
  'team-fault': 'Team: errors on the site',
  'team-calendar': 'Team: a calendar cannot be read',
  'team-backup': 'Team: backups overdue',
  'team-mention': 'Team: mentioned in a note',
}

/** Wording for emails to the team. Visitors typed the names and companies in these emails. */

const factLabels = {
  name: 'Name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  inquiry: 'About',
  zone: 'Visitor time zone',
  noZone: 'not given',
  received: 'Received',
  reference: 'Reference',
} as const

export const teamLetterWords = words('teamLetterWords', {
  facts: factLabels,
  times: {
    asked: 'Requested time',
    held: 'Available time, held for the visitor',
    available: 'Available time, not held yet',
    firm: 'Confirmed',
    moved: 'Confirmed, new time',
    reassigned: 'Confirmed, same time',
    off: 'Cancelled',
    givenAway: 'With another host',
    proposed: 'New time requested',
    deadline: 'Answer due',
    theirs: 'Visitor local time',
    theirsTheSame: 'Same as yours',
    stands: 'Confirmed for',
    notYet: 'Not confirmed yet',
    with: 'With',
    where: 'Where',
    byPhone: 'By phone',
  },
  message: 'Message',
  noMessage: 'The visitor left no message.',
  open: 'Open in the desk',
  answer: 'Replies to this email go to the visitor.',
  signature: 'Sent by the {provider} desk. To change who gets these emails, open Settings in the desk.',
  /** The event in the host's calendar. */
  event: {
    title: sentence('Strategy call: {company}', 'company'),
    byPhone: sentence('By phone: {phone}', 'phone'),
    description: (name: string, phone: string, email: string, link: string) =>
      [name, phone, email, link].filter(Boolean).join('\n'),
  },
  booking: {
    subject: sentence('New booking: {who}', 'who'),
    heading: 'New booking',
    lede: {
      asked: sentence('By {deadline}, confirm the time or offer another one.', 'deadline'),
      held: sentence(
        'The visitor chose an available time, and it is held for them. By {deadline}, confirm it or offer another time.',
        'deadline',
      ),
      available: (deadline: string) =>
        'The visitor chose an available time. It is held once they press the button on their page; until then, others can ' +
        `choose it too. By ${deadline}, confirm it or offer another time.`,
    },
  },
  newMessage: {
    subject: sentence('New message: {who}', 'who'),
    heading: 'New message',
    lede: sentence('Answer by {deadline}. You can simply reply to this email.', 'deadline'),
  },
  confirmed: {
    subject: sentence('Call confirmed: {who}', 'who'),
    heading: 'Call confirmed',
    lede: 'The invitation was sent to the visitor. Yours is attached.',
    ledeAtOnce: 'The visitor chose this time, and it was confirmed automatically. Your invitation is attached.',
  },
  moved: {
    subject: sentence('Call moved: {who}', 'who'),
    heading: 'Call moved',
    lede: 'The visitor has been notified of the new time. The attached invitation moves the call in your calendar.',
  },
  reassigned: {
    subject: sentence('New meeting place for the call with {who}', 'who'),
    heading: 'The meeting place has changed',
    lede: 'The time has not changed, and the visitor has been notified of the new place. The attached invitation updates the call in your calendar.',
  },
  cancelled: {
    subject: sentence('Call cancelled: {who}', 'who'),
    heading: 'Call cancelled',
    lede: {
      visitor: 'The visitor cancelled the call. The attached cancellation removes it from your calendar.',
      desk: 'The call was cancelled in the desk. The attached cancellation removes it from your calendar.',
      'given-away': 'Another host will take the call. The attached cancellation removes it from your calendar.',
    },
  },
  givenAway: {
    subject: sentence('Call reassigned: {who}', 'who'),
    heading: 'Your call was reassigned',
  },
  erased: {
    subject: sentence('Call cancelled: {when}', 'when'),
    heading: 'Call cancelled',
    lede: 'All data about the visitor was erased, and the call was cancelled. The attached cancellation removes it from your calendar.',
  },
  proposal: {
    subject: sentence('Another time requested: {who}', 'who'),
    heading: 'Another time requested',
    lede: 'Move the call to this time, or keep the confirmed one. The confirmed time stays valid until you decide.',
    ledeOpen: 'The request is not confirmed yet. The visitor would like this time instead.',
  },
  risk: {
    subject: sentence('Answer by {time}: {who}', 'time', 'who'),
    heading: 'Not answered yet',
    lede: {
      booking: sentence('We promised to answer this booking within {duration}, by {deadline}.', 'duration', 'deadline'),
      message: sentence('We promised to answer this message within {duration}, by {deadline}.', 'duration', 'deadline'),
    },
  },
  fault: {
    subject: sentence('Errors in {visits} visits to the site within an hour', 'visits'),
    heading: 'Visitors are seeing errors',
    lede: sentence(
      'This error occurred in {visits} of the {of} visits in the last hour, first at {since}.',
      'visits',
      'of',
      'since',
    ),
    facts: {
      what: 'Error',
      place: 'Where',
      cause: 'Cause',
      release: 'Release',
      unknown: 'not reported',
      usual: 'Usual rate',
    },
    usual: (visits: number) =>
      visits === 0
        ? 'No affected visits in the previous seven days'
        : `${visits < 1 ? 'Less than one visit' : `${Math.round(visits * 10) / 10} visits`} an hour in the previous seven days`,
    todo: 'Tell the person who maintains the site; the details are below. Bookings and messages may be getting lost.',
    open: 'See all errors in the desk',
    small: 'The same error in the same release is reported at most once a day.',
  },
  unreadEntries: {
    subject: sentence('Some entries in your calendar could not be read: {name}', 'name'),
    heading: 'Some entries in your calendar could not be read',
    lede: sentence('{count} Visitors can book calls at these times.', 'count'),
    todo: 'Compare the busy times in the desk with your calendar, and correct these entries in the program that created them.',
    on: sentence('On {day}', 'day'),
    undated: 'Without a date',
    small: 'You will not be notified again until all entries can be read.',
  },
  calendar: {
    subject: sentence('Your calendar cannot be read: {name}', 'name'),
    heading: 'Your calendar cannot be read',
    lede: sentence(
      'It has not been possible to read it since {since}. Times that were busy before then stay blocked; later changes are missing.',
      'since',
    ),
    todo: 'Refresh the calendar in the desk, or remove it and add it again.',
    open: 'Open Availability',
    facts: { name: 'Calendar', place: 'Server', why: 'Reason', unknown: 'not reported' },
    small: 'You will not be notified again until the calendar can be read.',
    signature: 'Sent by the {provider} desk because your calls are scheduled around this calendar.',
  },
  backup: {
    subject: 'Backups are overdue',
    heading: 'Backups are overdue',
    never: 'No backup has succeeded yet',
    facts: { last: 'Last backup', schedule: 'Schedule' },
    every: (hours: number) => (hours === 1 ? 'Every hour' : `Every ${hours} hours`),
    open: 'Open Settings',
    small:
      'Tell the person who runs the server. This email is sent once; the desk shows the problem until a backup succeeds.',
  },
  mention: {
    subject: sentence('{author} mentioned you in a note about {who}', 'author', 'who'),
    heading: 'You were mentioned in a note',
    lede: sentence('{author} mentioned you in this note. Respond with a note in the desk.', 'author'),
    note: 'Note',
    somebody: 'A colleague',
  },
  digest: {
    subject: (day: string, waiting: number, calls: number) =>
      `${day}: ${calls === 1 ? '1 call' : `${calls} calls`}, ${waiting} waiting`,
    heading: (day: string) => day,
    lede: (waiting: number, late: number) =>
      waiting === 0
        ? 'No visitors are waiting for an answer.'
        : `${waiting === 1 ? '1 answer is' : `${waiting} answers are`} due${late > 0 ? `, ${late} of them overdue` : ''}.`,
    calls: 'Calls',
    noCalls: 'No calls on this day.',
    with: sentence('{name}, with {host}', 'name', 'host'),
    waiting: 'Answers due',
    noneWaiting: 'Nothing.',
    more: sentence('And {count} more in the desk.', 'count'),
    from: {
      booking: sentence('Booking from {name}', 'name'),
      message: sentence('Message from {name}', 'name'),
      wish: sentence('Another time requested by {name}', 'name'),
    },
    late: sentence('Overdue since {day}', 'day'),
    steps: 'Follow-ups',
    step: (owner: string, step: string) => `${owner || 'Unassigned'}: ${step}`,
    due: 'Due',
    lateStep: 'Late',
    week: 'Calls confirmed this week',
    weekOf: sentence('{taken} of {capacity}', 'taken', 'capacity'),
    suspects: (count: number) =>
      count === 1
        ? '1 submission is suspected spam and needs a review.'
        : `${count} submissions are suspected spam and need a review.`,
    failed: (count: number) =>
      count === 1 ? '1 email could not be delivered.' : `${count} emails could not be delivered.`,
    open: 'Open the desk',
  },
} as const)
