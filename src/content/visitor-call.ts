import { callTimeWords, hosted } from './call-letters.ts'
import type { AnswerPage } from './forms.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** A text that can contain the time until which something is due, and a sentence on how the call takes place. */
const state = (title: string, text: string) => ({ title, text: sentence(text, 'due', 'how') })

/** Wording for the page to which each email about a call links. Times are formatted in the visitor's zone. */
export const callPage = words('callPage', {
  states: {
    requested: state(
      'We have your request',
      'We will email you an answer by {due}. We will confirm your time or offer the nearest available one.',
    ),
    late: state(
      'We have your request',
      'We promised an answer by {due}, and we are late. If your request cannot wait, write to {mailbox}.',
    ),
    answered: state(
      'We have answered your request',
      'Our reply is in your inbox. Reply to that email, or choose a time below.',
    ),
    offered: state('Choose your time', 'We are holding these times for you. Choose one below to confirm the call.'),
    confirmed: state('Your call is confirmed', '{how} Have one recent customer request ready to talk about.'),
    proposed: state(
      'You requested another time',
      'We will email you an answer by {due}. Until then, your call stays at the confirmed time. {how}',
    ),
    over: state('The time of your call has passed', 'If we did not talk, write to {mailbox}, or book another call.'),
    completed: state('Your call took place', 'Thank you for your time. If you have any questions, write to {mailbox}.'),
    missed: state('We missed each other', 'We called but did not reach you. Book another call whenever it suits you.'),
    cancelled: state(
      'The call is cancelled',
      'You do not need to do anything. If you would still like to talk, book another call.',
    ),
    /** Shown for a state that this release does not know. */
    unclear: state('We have your request', 'Write to {mailbox} to ask about your request or to change it.'),
  },
  /** Labels for the time shown in large type, by the time's state. For a past call, no time is shown in large type. */
  labels: {
    none: 'Requested, but this time has passed',
    requested: 'Requested, not confirmed yet',
    get held() {
      return callTimeWords.held
    },
    available: 'Requested and available, but not held',
    taken: 'Requested, no longer available',
    offered: 'Requested, not confirmed',
    confirmed: 'Confirmed',
    proposed: 'Confirmed until we answer',
    confirmedAndOffered: 'Confirmed until you choose another time',
  },
  /** Sentences about the state of a requested time. */
  times: {
    held: 'We are holding this time for you until we answer.',
    heldUntil: sentence('We are holding this time for you until {until}.', 'until'),
    unproven: 'This time is not held yet, so others can still choose it. To hold it, open the link in our email.',
    available: 'This time is available but not held. Hold it so that nobody else can choose it.',
    hold: 'Hold this time',
    taken: 'This time is no longer available. Choose another time below.',
    lost: 'We are sorry. The time that we were holding for you was needed for another call. Choose another time below.',
    none: 'The time you requested has passed. Choose or propose another time below.',
    offerEnded: 'The times we offered are no longer held for you. Choose a time below, or wait for our answer.',
  },
  meets: hosted('{host} will meet you at the link below.', 'We will meet you at the link below.'),
  joins: 'Join the call',
  /** Label for the time that the visitor proposed for a confirmed call. */
  proposedLabel: 'Your proposed time',

  stopsTitle: 'Status',
  stops: {
    asked: 'You requested a call',
    answer: 'We answer',
    answered: 'We answered',
    choice: 'You choose a time',
    call: 'Your call',
    talked: 'Call completed',
    missed: 'We did not reach you',
    over: 'The call',
    cancelled: 'Cancelled',
  },
  by: sentence('By {time}, {day}', 'time', 'day'),
  at: sentence('{day}, {time}', 'time', 'day'),

  calendarTitle: 'Add the call to your calendar',
  askedNote: 'The calendar entry says that the time is not confirmed yet.',
  event: {
    fileName: 'strategy-call.ics',
    title: 'Strategy call with {provider}',
    askedTitle: 'Strategy call with {provider} (requested)',
    reference: sentence('Reference {reference}.', 'reference'),
  },

  move: {
    confirmedTitle: 'Move the call to an available time',
    confirmedText: 'The call will be moved at once, and a new invitation will follow by email.',
    offeredTitle: 'Choose one of these times',
    offered: sentence(
      'We are holding these times for you until {until}. Choose one, and the call will be confirmed at once.',
      'until',
    ),
    askedTitle: 'Choose an available time',
    /**
     * The keys are the effects: the call is confirmed, the time is held, or the time is only requested until the
     * address is verified.
     */
    asked: {
      confirms: 'The call will be confirmed at once, and the invitation will follow by email.',
      holds: 'Your request will move to that time, and we will hold the time for you until we answer.',
      asks: 'Your request will move to that time. The time is not confirmed until we answer.',
    },
    done: 'Your call is now set for this time. The invitation is on its way to your inbox.',
    held: 'Your request has moved to this time, and we are holding the time for you until we answer.',
    off: null,
    late: sentence(
      'The call begins in less than {notice}, so it can no longer be moved on this page. Write to {mailbox}, and ' +
        'we will see what we can do.',
      'notice',
    ),
    often: 'You cannot move this call again on this page. Write to {mailbox}, and we will find a time together.',
    refused: {
      taken: 'That time is no longer available. Nothing was changed; the available times are below.',
      past: 'That time has passed. Nothing was changed; the available times are below.',
      same: 'Your booking is already set for that time.',
      off: 'Confirmed calls can no longer be moved on this page. Nothing was changed; you can propose a time below.',
      late: 'It is too late to move the call on this page. Nothing was changed. Write to {mailbox}.',
      often: 'You cannot move this call again on this page. Nothing was changed. Write to {mailbox}.',
    },
  },

  propose: {
    title: 'Propose another time',
    askedText: 'Your request will move to the new time. We will confirm that time or offer the nearest available one.',
    /** Shown if the new time would end a hold. */
    heldText:
      'Your request will move to the new time, and we will no longer hold the current time for you. We will confirm the new ' +
      'time or offer the nearest available one.',
    offeredText: 'We will withdraw the times offered above and answer you by email.',
    confirmedText: 'Your call stays at the confirmed time until we answer.',
    label: 'Day and time',
    hint: sentence('Times are in {zone}.', 'zone'),
    submit: 'Propose this time',
    done: 'Your request has moved to the new time.',
    refused: {
      unreadable: 'Choose a day and a time.',
      past: 'That time has passed. Choose a future time.',
      far: 'That is more than two years ahead. Choose an earlier day.',
      same: 'Your booking is already set for that time. Choose another one.',
      often: 'You have already sent several requests today. Write to {mailbox}, and we will find a time together.',
    },
  },

  cancel: {
    open: 'Cancel the call',
    askedText: 'We will stop looking for a time. You can book another call whenever you like.',
    confirmedText: 'Your time will become available to others. You can book another call whenever you like.',
    submit: 'Yes, cancel the call',
  },

  toldTitle: 'Your details',
  told: {
    name: 'Name',
    company: 'Company',
    challenge: 'Topic',
    teamSize: 'Team size',
    message: 'Message',
    reference: 'Reference',
  },
  toldNote: 'Is a detail wrong? Write to {mailbox} and quote the reference.',
  key: 'Anyone with the link to this page can change or cancel the call. Share the link only with people you trust.',
  again: 'Book another call',

  changed:
    'Your request has changed since you opened the page, so your last action had no effect. The page shows the current state.',

  broken: {
    title: 'This link does not work',
    text:
      'Your email program may have cut off part of the link, or the link has expired. Copy the full link from our latest email into your ' +
      'browser, or write to {mailbox}.',
  } as const satisfies AnswerPage,
  over: {
    title: 'This request is closed',
    text: 'There is nothing left to change here. To talk to us, book another call or write to {mailbox}.',
  } as const satisfies AnswerPage,
  otherOrigin: {
    title: 'This form was not sent from our page',
    text: 'Open the link in our email again and press the button there. Nothing has been changed.',
  } as const satisfies AnswerPage,
} as const)
