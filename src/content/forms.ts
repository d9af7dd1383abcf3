import { booking } from './booking.ts'
import { receipt } from './booking-receipt.ts'
import { brand } from './brand.ts'
import { claims } from './claims.ts'
import { contact } from './contact.ts'

/** One answer page: its heading, then what to do. */
export interface AnswerPage {
  title: string
  text: string
}

const keptText = `Go back one page: your browser has kept what you typed. Or write to ${brand.email}.`

/** Words of the pages the server writes itself, for visitors without JavaScript and for faults. */
export const forms = {
  back: 'Back to the site',
  reference: 'Reference',
  refusedFields: 'Please look at:',
  sentBefore:
    'You sent this form before, and that request is closed. Send the form again to make a new request.',

  /** The plain booking page, which links to the dialog open where there is no JavaScript. */
  booking: {
    title: booking.title,
    text: booking.intro,
    timeHint: 'Give the time on your own clock, then choose your time zone.',
    submit: booking.submit,
  },

  bookingReceived: {
    title: booking.confirmation.title,
    text: booking.confirmation.text,
    nextTitle: receipt.nextTitle,
    next: receipt.next(),
  },
  bookingRefused: { title: booking.failure, text: keptText } as const satisfies AnswerPage,

  messageReceived: {
    title: contact.form.sent.title,
    text: contact.form.sent.text,
  } as const satisfies AnswerPage,
  messageRefused: { title: contact.form.failure, text: keptText } as const satisfies AnswerPage,

  /** Where a project keeps what visitors send, and what a server of ours would answer is not there. */
  elsewhere: {
    form: {
      title: 'This form needs JavaScript',
      text: `Turn it on for this site and use the form on our pages, or write to ${brand.email}: we answer within ${claims.answerWithin}.`,
    } as const satisfies AnswerPage,
    call: {
      title: 'This link cannot be opened here',
      text: `Your request is with us all the same. To change it or to call it off, write to ${brand.email}.`,
    } as const satisfies AnswerPage,
  },

  notFound: {
    title: 'There is no page at this address',
    text: 'The link may be old or mistyped. Everything we publish starts on the home page.',
    pages: 'Our pages',
  },
  serverFault: {
    title: 'Something broke on our side',
    text: `Try again in a minute. If it happens twice, write to ${brand.email} and quote the reference.`,
  } as const satisfies AnswerPage,
  tooLarge: {
    title: 'That was too much text for the form',
    text: `Go back and shorten it, or send the long version to ${brand.email}.`,
  } as const satisfies AnswerPage,
  tooMany: {
    title: 'Too many requests at the moment',
    /** `wait` is a duration in words. */
    text: (wait: string) =>
      'Your network, or all visitors together, sent more than we accept in so short a time. ' +
      `Wait ${wait}, then try again: your browser keeps what you typed. Or write to ${brand.email}.`,
  },
} as const
