import { booking } from './booking.ts'
import { nextSteps, receipt } from './booking-receipt.ts'
import { contact } from './contact.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** A page with a heading and instructions. */
export interface AnswerPage {
  title: string
  text: string
}

/** Pages that the server renders, for visitors without JavaScript and for errors. */
export const forms = words('forms', {
  back: 'Back to the site',
  reference: 'Reference',
  refusedFields: 'Please check:',
  sentBefore: 'You already sent this form, and that request is closed. Send the form again to make a new request.',

  /** The booking page, which replaces the dialog for visitors without JavaScript. */
  booking: {
    timeHint: 'Enter your local time, then choose your time zone.',
  },

  get bookingReceived() {
    const { title, text } = booking.confirmation
    return { title, text, nextTitle: receipt.nextTitle, next: nextSteps() }
  },
  get messageReceived(): AnswerPage {
    return contact.form.sent
  },
  /** Follows the failure message of a form. */
  kept: 'Go back one page; your browser still has what you typed. Or write to {mailbox}.',

  /** For an exported site: a Supabase project stores its data, and our server does not run. */
  elsewhere: {
    form: {
      title: 'This form needs JavaScript',
      text: 'Turn on JavaScript for this site and use the form on our pages, or write to {mailbox}. We will answer within {answerWithin}.',
    } as const satisfies AnswerPage,
    call: {
      title: 'This link cannot be opened here',
      text: 'We still have your request. To change or cancel it, write to {mailbox}.',
    } as const satisfies AnswerPage,
  },

  notFound: {
    title: 'There is no page at this address',
    text: 'The link may be old or mistyped. You can reach all our pages from the home page.',
    pages: 'Our pages',
  },
  serverFault: {
    title: 'Something went wrong on our side',
    text: 'Try again in a minute. If it happens again, write to {mailbox} and quote the reference.',
  } as const satisfies AnswerPage,
  tooLarge: {
    title: 'That text is too long for the form',
    text: 'Go back and shorten it, or send the long version to {mailbox}.',
  } as const satisfies AnswerPage,
  tooMany: {
    title: 'Too many requests right now',
    /** `wait` is a duration in words. */
    text: sentence(
      'Too many requests came from your network, or from all visitors together, in a short time. ' +
        'Wait {wait}, then try again; your browser keeps what you typed. Or write to {mailbox}.',
      'wait',
    ),
  },
} as const)
