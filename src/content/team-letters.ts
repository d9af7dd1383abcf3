import type { LetterKind, SentLetterKind } from '#shared/contract/outbox.ts'
import { brand } from './brand.ts'

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

export const teamLetterWords = {
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
  signature: `Sent by the ${brand.name} desk. To change who gets these emails, open Settings in the desk.`,
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
      asked: (deadline: string) => `By ${deadline}, confirm the time or offer another one.`,
      held: (deadline: string) =>
        `The visitor chose an available time, and it is held for them. By ${deadline}, confirm it or offer another time.`,
      available: (deadline: string) =>
        'The visitor chose an available time. It is held once they press the button on their page; until then, others can ' +
        `choose it too. By ${deadline}, confirm it or offer another time.`,
    },
  },
  newMessage: {
    subject: (who: string) => `New message: ${who}`,
    heading: 'New message',
    lede: (deadline: string) => `Answer by ${deadline}. You can simply reply to this email.`,
  },
  confirmed: {
    subject: (who: string) => `Call confirmed: ${who}`,
    heading: 'Call confirmed',
    lede: 'The invitation was sent to the visitor. Yours is attached.',
    ledeAtOnce: 'The visitor chose this time, and it was confirmed automatically. Your invitation is attached.',
  },
  moved: {
    subject: (who: string) => `Call moved: ${who}`,
    heading: 'Call moved',
    lede: 'The visitor has been notified of the new time. The attached invitation moves the call in your calendar.',
  },
  reassigned: {
    subject: (who: string) => `New meeting place for the call with ${who}`,
    heading: 'The meeting place has changed',
    lede: 'The time has not changed, and the visitor has been notified of the new place. The attached invitation updates the call in your calendar.',
  },
  cancelled: {
    subject: (who: string) => `Call cancelled: ${who}`,
    heading: 'Call cancelled',
    lede: {
      visitor: 'The visitor cancelled the call. The attached cancellation removes it from your calendar.',
      desk: 'The call was cancelled in the desk. The attached cancellation removes it from your calendar.',
      'given-away': 'Another host will take the call. The attached cancellation removes it from your calendar.',
    },
  },
  givenAway: {
    subject: (who: string) => `Call reassigned: ${who}`,
    heading: 'Your call was reassigned',
  },
  erased: {
    subject: (when: string) => `Call cancelled: ${when}`,
    heading: 'Call cancelled',
    lede: 'All data about the visitor was erased, and the call was cancelled. The attached cancellation removes it from your calendar.',
  },
  proposal: {
    subject: (who: string) => `Another time requested: ${who}`,
    heading: 'Another time requested',
    lede: 'Move the call to this time, or keep the confirmed one. The confirmed time stays valid until you decide.',
    ledeOpen: 'The request is not confirmed yet. The visitor would like this time instead.',
  },
  risk: {
    subject: (time: string, who: string) => `Answer by ${time}: ${who}`,
    heading: 'Not answered yet',
    lede: {
      booking: (deadline: string) => `We promised to answer this booking within 24 hours, by ${deadline}.`,
      message: (deadline: string) => `We promised to answer this message within 24 hours, by ${deadline}.`,
    },
  },
  fault: {
    subject: (visits: number) => `Errors in ${visits} visits to the site within an hour`,
    heading: 'Visitors are seeing errors',
    lede: (visits: number, of: number, since: string) =>
      `This error occurred in ${visits} of the ${of} visits in the last hour, first at ${since}.`,
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
    subject: (name: string) => `Some entries in your calendar could not be read: ${name}`,
    heading: 'Some entries in your calendar could not be read',
    lede: (count: string) => `${count} Visitors can book calls at these times.`,
    todo: 'Compare the busy times in the desk with your calendar, and correct these entries in the program that created them.',
    on: (day: string) => `On ${day}`,
    undated: 'Without a date',
    small: 'You will not be notified again until all entries can be read.',
  },
  calendar: {
    subject: (name: string) => `Your calendar cannot be read: ${name}`,
    heading: 'Your calendar cannot be read',
    lede: (since: string) =>
      `It has not been possible to read it since ${since}. Times that were busy before then stay blocked; later changes are missing.`,
    todo: 'Refresh the calendar in the desk, or remove it and add it again.',
    open: 'Open Availability',
    facts: { name: 'Calendar', place: 'Server', why: 'Reason', unknown: 'not reported' },
    small: 'You will not be notified again until the calendar can be read.',
    signature: `Sent by the ${brand.name} desk because your calls are scheduled around this calendar.`,
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
    subject: (author: string, who: string) => `${author} mentioned you in a note about ${who}`,
    heading: 'You were mentioned in a note',
    lede: (author: string) => `${author} mentioned you in this note. Respond with a note in the desk.`,
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
    with: (name: string, host: string) => `${name}, with ${host}`,
    waiting: 'Answers due',
    noneWaiting: 'Nothing.',
    more: (count: number) => `And ${count} more in the desk.`,
    from: {
      booking: (name: string) => `Booking from ${name}`,
      message: (name: string) => `Message from ${name}`,
      wish: (name: string) => `Another time requested by ${name}`,
    },
    late: (day: string) => `Overdue since ${day}`,
    steps: 'Follow-ups',
    step: (owner: string, step: string) => `${owner || 'Unassigned'}: ${step}`,
    due: 'Due',
    lateStep: 'Late',
    week: 'Calls confirmed this week',
    weekOf: (taken: number, capacity: number) => `${taken} of ${capacity}`,
    suspects: (count: number) =>
      count === 1
        ? '1 submission is suspected spam and needs a review.'
        : `${count} submissions are suspected spam and need a review.`,
    failed: (count: number) =>
      count === 1 ? '1 email could not be delivered.' : `${count} emails could not be delivered.`,
    open: 'Open the desk',
  },
} as const
