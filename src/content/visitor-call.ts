import { receipt } from './booking-receipt.ts'
import { brand } from './brand.ts'
import type { AnswerPage } from './forms.ts'

/**
 * Words of the page that each letter about a call leads to. Times come as text, on the clocks of the visitor's zone.
 */
export const callPage = {
  states: {
    asked: {
      title: 'Your request is with us',
      text: (due: string) =>
        `We answer by email, at the latest by ${due}. We then confirm this time, or offer the nearest free one.`,
      label: 'Requested, not confirmed yet',
    },
    late: {
      title: 'Your request is with us',
      text: (due: string) =>
        `We promised an answer by ${due}, and we are late. Write to ${brand.email} if it cannot wait.`,
      label: 'Requested, not confirmed yet',
    },
    confirmed: {
      title: 'Your call is confirmed',
      text: (_due: string, how: string) => `${how} Have one recent request at hand to talk about.`,
      label: 'Confirmed',
    },
    proposed: {
      title: 'You asked for another time',
      text: (due: string, how: string) =>
        `We answer by email, at the latest by ${due}. Until then the confirmed time stands. ${how}`,
      label: 'Confirmed, stands until we answer',
    },
    over: {
      title: 'The time of your call is over',
      text: () => `If we did not talk, write to ${brand.email}, or book another call.`,
      label: null,
    },
    completed: {
      title: 'We have talked',
      text: () => `Thank you for the time. If a question is left, write to ${brand.email}.`,
      label: null,
    },
    missed: {
      title: 'We missed each other',
      text: () => 'We called and did not reach you. Book another call whenever it suits you.',
      label: null,
    },
    cancelled: {
      title: 'The call is cancelled',
      text: () => 'There is nothing left to do. If you want to talk after all, book another call.',
      label: null,
    },
    /** Shown when a later release has stored something that this one does not know. */
    unclear: {
      title: 'Your request is with us',
      text: () => `Write to ${brand.email} if you want to know how it stands, or to change it.`,
      label: null,
    },
  },
  /** Of a picked time that is not confirmed yet. */
  picked: {
    held: 'We hold this time for you until we answer.',
    unproven:
      'This time is not held yet, and others may pick it too. Open the link in our letter to you, and we hold it for you.',
    /** By the link of the letter: the page presses the button itself where it can. */
    free: 'This time is still free. Hold it, so that nobody else can pick it.',
    hold: 'Hold this time',
    taken:
      'Somebody was faster: this time is not free any more. Your request stays with us. Choose another time below, or we ' +
      'offer one when we answer.',
  },
  meets: (host: string | null) => `${host ? `You meet ${host}` : 'We meet'} by the link below.`,
  joins: 'Open the link of the call',
  /** The other time that the visitor proposed for a confirmed call. */
  proposedLabel: 'You proposed',
  wishPassed: 'The time you asked for has passed. Propose another one below, so that we can confirm it.',

  stopsTitle: 'Where it stands',
  stops: {
    asked: 'You asked for a call',
    answer: 'We answer',
    answered: 'We answered',
    call: 'Your call',
    talked: 'We talked',
    missed: 'We did not reach you',
    over: 'The call',
    cancelled: 'Called off',
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
    confirmedTitle: 'Move it to a free time',
    confirmedText: 'The call is moved at once, and a new invitation follows by email.',
    offeredTitle: 'Choose one of these times',
    offered: (until: string) => `We hold them for you until ${until}. Press one, and the call is confirmed.`,
    askedTitle: 'Pick a free time',
    askedText: 'Your request then has that time, which is free now.',
    done: 'Your call has this time now. The invitation is on its way to your mailbox.',
    held: 'Your request now says this time, and we hold it for you until we answer.',
    off: null,
    late: (notice: string) =>
      `The call begins in less than ${notice}, so that it cannot be moved here any more. Write to ${brand.email}, and ` +
      'we see what can be done.',
    often: `This was moved as often as it can be here. Write to ${brand.email}, and we find a time together.`,
    refused: {
      taken:
        'Somebody was faster: that time is not free any more. Nothing was changed; what is free now is below.',
      past: 'That time has passed. Nothing was changed; what is free now is below.',
      same: 'That is the time it has already.',
      off: 'Moving a confirmed call by oneself is not offered any more. Nothing was changed; you can propose a time below.',
      late: `It is too late to move the call here. Nothing was changed. Write to ${brand.email}.`,
      often: `This was moved as often as it can be here. Nothing was changed. Write to ${brand.email}.`,
    },
  },

  propose: {
    title: 'Propose another time',
    askedText: 'Your request then says the new time. We confirm it, or offer the nearest free one.',
    confirmedText: 'The confirmed time stands until we have answered.',
    label: 'Day and time',
    hint: (zone: string) => `On your clock: ${zone}.`,
    submit: 'Propose this time',
    done: 'Your request now says the new time.',
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
    confirmedText: 'The time is then given to somebody else. You can book another call whenever you like.',
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

  changed: 'This has changed since you opened the page, so nothing was done. This is how it stands now.',

  broken: {
    title: 'This link does not open anything',
    text:
      'A mail program may have cut it off, or it is too old. Copy the whole address from our newest letter into your ' +
      `browser. Or write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  over: {
    title: 'This request is over',
    text: `We no longer have it. If you want to talk to us, book another call, or write to ${brand.email}.`,
  } as const satisfies AnswerPage,
  otherOrigin: {
    title: 'This did not come from our page',
    text: 'Open the link in our letter again and press the button there. Nothing has been changed.',
  } as const satisfies AnswerPage,
} as const
