import { receipt } from './booking-receipt.ts'
import { brand } from './brand.ts'
import { callTimes } from './call-letters.ts'
import type { AnswerPage } from './forms.ts'

/**
 * Words of the page that each email about a call leads to. Times come as text, on the clocks of the visitor's zone.
 */
export const callPage = {
  states: {
    requested: {
      title: 'Your request is with us',
      text: (due: string) =>
        `We answer by email, at the latest by ${due}. We then confirm your time, or offer the nearest available one.`,
    },
    late: {
      title: 'Your request is with us',
      text: (due: string) =>
        `We promised an answer by ${due}, and we are late. Write to ${brand.email} if it cannot wait.`,
    },
    answered: {
      title: 'We have answered your request',
      text: () => 'Our answer is in your mailbox. Reply to that email, or choose a time below.',
    },
    offered: {
      title: 'Choose your time',
      text: () => 'We have set times aside for you. Choose one below, and the call is confirmed.',
    },
    confirmed: {
      title: 'Your call is confirmed',
      text: (_due: string, how: string) => `${how} Have one recent request at hand to talk about.`,
    },
    proposed: {
      title: 'You asked for another time',
      text: (due: string, how: string) =>
        `We answer by email, at the latest by ${due}. Until then the confirmed time is valid. ${how}`,
    },
    over: {
      title: 'The time of your call is over',
      text: () => `If we did not talk, write to ${brand.email}, or book another call.`,
    },
    completed: {
      title: 'We have talked',
      text: () => `Thank you for your time. If you still have a question, write to ${brand.email}.`,
    },
    missed: {
      title: 'We missed each other',
      text: () => 'We called and did not reach you. Book another call whenever it suits you.',
    },
    cancelled: {
      title: 'The call is cancelled',
      text: () => 'You need not do anything. If you want to talk after all, book another call.',
    },
    /** Shown when a later release has stored something that this one does not know. */
    unclear: {
      title: 'Your request is with us',
      text: () => `Write to ${brand.email} if you want to know more about it, or to change it.`,
    },
  },
  /** Labels of the time in big figures, by its state; a call that is over shows none. */
  labels: {
    none: 'Requested, this time has passed',
    requested: 'Requested, not confirmed yet',
    held: callTimes.held,
    available: 'Requested, available, not held',
    taken: 'Requested, no longer available',
    offered: 'Requested, not confirmed',
    confirmed: 'Confirmed',
    proposed: 'Confirmed, valid until we answer',
    confirmedAndOffered: 'Confirmed, valid until you choose another time',
  },
  /** Sentences about the state of a requested time. */
  times: {
    held: 'We hold this time for you until we answer.',
    heldUntil: (until: string) => `We hold this time for you until ${until}.`,
    unproven:
      'This time is not held yet, and others may choose it too. Open the link in our email to you, and hold it there.',
    available: 'This time is available, but not held. Hold it, so that nobody else can choose it.',
    hold: 'Hold this time',
    taken: 'This time is no longer available. Choose another time below.',
    lost: 'We gave a time that we held for you to another call, and we are sorry. Choose another time below.',
    none: 'The time you asked for has passed. Choose or propose another one below.',
    offerEnded:
      'The times that we offered are no longer held for you. Choose one below, or wait for our answer.',
  },
  meets: (host: string | null) => `${host ? `You meet ${host}` : 'We meet'} by the link below.`,
  joins: 'Open the link of the call',
  /** The other time that the visitor proposed for a confirmed call. */
  proposedLabel: 'You proposed',

  stopsTitle: 'Where it stands',
  stops: {
    asked: 'You asked for a call',
    answer: 'We answer',
    answered: 'We answered',
    choice: 'You choose a time',
    call: 'Your call',
    talked: 'We talked',
    missed: 'We did not reach you',
    over: 'The call',
    cancelled: 'Cancelled',
  },
  by: (time: string, day: string) => `By ${time}, ${day}`,
  at: (time: string, day: string) => `${day}, ${time}`,

  calendarTitle: { asked: receipt.hold, confirmed: 'Put it into your calendar' },
  links: {
    ...receipt.calendars,
    outlook: 'Outlook.com',
    office: 'Microsoft 365',
  },
  askedNote: 'The file says that the time is not confirmed yet.',
  event: {
    fileName: 'strategy-call.ics',
    title: `Strategy call with ${brand.name}`,
    askedTitle: `Strategy call with ${brand.name} (requested)`,
    reference: (reference: string) => `Reference ${reference}.`,
  },

  move: {
    confirmedTitle: 'Move it to an available time',
    confirmedText: 'The call is moved at once, and a new invitation follows by email.',
    offeredTitle: 'Choose one of these times',
    offered: (until: string) =>
      `We hold them for you until ${until}. Choose one, and the call is confirmed at once.`,
    askedTitle: 'Choose an available time',
    /** By what follows: a confirmed call, a hold, or neither before the mailbox is proven. */
    asked: {
      confirms: 'The call is confirmed at once, and the invitation follows by email.',
      holds: 'Your request then has that time. We hold it for you until we answer.',
      asks: 'Your request then has that time. It is not confirmed before we answer.',
    },
    done: 'Your call has this time now. The invitation is on its way to your mailbox.',
    held: 'Your request now has this time, and we hold it for you until we answer.',
    off: null,
    late: (notice: string) =>
      `The call begins in less than ${notice}, so it can no longer be moved here. Write to ${brand.email}, and we see ` +
      'what can be done.',
    often: `This was moved as often as it can be here. Write to ${brand.email}, and we find a time together.`,
    refused: {
      taken: 'That time is no longer available. Nothing was changed; the available times are below.',
      past: 'That time has passed. Nothing was changed; the available times are below.',
      same: 'That is the time it has already.',
      off: 'Confirmed calls can no longer be moved here. Nothing was changed; you can propose a time below.',
      late: `It is too late to move the call here. Nothing was changed. Write to ${brand.email}.`,
      often: `This was moved as often as it can be here. Nothing was changed. Write to ${brand.email}.`,
    },
  },

  propose: {
    title: 'Propose another time',
    askedText: 'Your request then has the new time. We confirm it, or offer the nearest available one.',
    /** Before a visitor gives up a hold. */
    heldText:
      'Your request then has the new time, and we no longer hold the present one for you. We confirm the new time, or ' +
      'offer the nearest available one.',
    offeredText: 'We then withdraw the times that we offer above, and answer you by email.',
    confirmedText: 'The confirmed time is valid until we answer.',
    label: 'Day and time',
    hint: (zone: string) => `On your clock: ${zone}.`,
    submit: 'Propose this time',
    done: 'Your request now has the new time.',
    refused: {
      unreadable: 'Choose a day and a time.',
      past: 'That time has passed. Choose one that is still to come.',
      far: 'That is more than two years ahead. Choose an earlier day.',
      same: 'That is the time it has already. Choose another one.',
      often: `You have asked for several times today. Write to ${brand.email}, and we find one together.`,
    },
  },

  cancel: {
    open: 'Cancel the call',
    askedText: 'We then stop looking for a time. You can book another call whenever you like.',
    confirmedText: 'Others can then book that time. You can book another call whenever you like.',
    submit: 'Yes, cancel it',
  },

  toldTitle: 'What you told us',
  told: {
    name: 'Name',
    company: 'Company',
    challenge: 'Topic',
    teamSize: 'Team size',
    message: 'Message',
    reference: 'Reference',
  },
  toldNote: `Something is wrong here? Write to ${brand.email} and quote the reference.`,
  key: 'The link to this page is a key to it. Pass it on only to people who may change the call.',
  again: 'Book another call',

  changed:
    'This has changed since you opened the page, so nothing was done. The page shows the present state.',

  broken: {
    title: 'This link does not open anything',
    text:
      'A mail program may have cut it off, or it is too old. Copy the whole address from our newest email into your ' +
      `browser. Or write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  over: {
    title: 'This request is closed',
    text: `There is nothing left to change here. If you want to talk to us, book another call, or write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  otherOrigin: {
    title: 'This did not come from our page',
    text: 'Open the link in our email again and press the button there. Nothing has been changed.',
  } as const satisfies AnswerPage,
} as const
