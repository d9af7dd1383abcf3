import { brand } from './brand.ts'
import type { AnswerPage } from './forms.ts'

/** A page with one button. */
export interface ButtonPage extends AnswerPage {
  submit: string
}

/** What a letter's link does, by its type. Opening the link does nothing until the button is pressed. */
export const confirmPages = {
  invite: {
    title: 'Accept the invitation',
    text: `Choose the password for your account with ${brand.name}.`,
    submit: 'Accept the invitation',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'You will be signed in in this browser, and then choose the new password.',
    submit: 'Go on',
  },
  email_change: {
    title: 'Confirm the change of your address',
    text: 'With this you agree that your account moves to the new address.',
    submit: 'Confirm the change',
  },
} as const satisfies Record<string, ButtonPage>

/** Words of the pages that links in letters open. */
export const accountPages = {
  /** Shown before the button is pressed, because mail scanners open links before people do. */
  untouched: 'Nothing has happened yet. The link is used up when you press the button.',
  password: 'Password',
  email: 'E-mail address',

  incomplete: {
    title: 'This link is not complete',
    text:
      'A mail program may have cut it off. Copy the whole address from the letter into your browser, ' +
      'or ask for a new letter.',
  } as const satisfies AnswerPage,
  otherOrigin: {
    title: 'This did not come from our page',
    text: 'Open the link again and press the button there. Nothing has happened, and the link is still good.',
  } as const satisfies AnswerPage,
  accepted: 'Your answer is noted',

  owner: {
    title: 'Create the owner',
    text: 'The owner is the first who can sign in, and invites everyone else.',
    submit: 'Create the owner',
  } as const satisfies ButtonPage,
  ownerIncomplete: {
    title: 'This link is not complete',
    text: 'Copy the whole address that the server printed when it started.',
  } as const satisfies AnswerPage,
  ownerOver: 'The owner was not created',
  ownerCreated: {
    title: 'The owner is created',
    text: 'Address and password are stored, and the link you came by is used up.',
    nextTitle: 'What comes next',
    next: [
      'Open the desk and sign in. You will come back to it every day, so keep its address.',
      'Set up an authenticator app as the second step: without one, nobody sees what visitors have sent. The desk ' +
        'shows you how.',
      'Invite the others: the desk has a page for the people who work at it.',
    ],
    open: 'Open the desk',
  },
} as const
