import type { AnswerPage } from './forms.ts'
import { words } from './words.ts'

/** A page with one button. */
export interface ButtonPage extends AnswerPage {
  submit: string
}

/**
 * The pages to which links in emails lead, by type. A page changes nothing until the visitor presses its button.
 */
export const confirmPages = words('confirmPages', {
  invite: {
    title: 'Accept the invitation',
    text: 'Choose a password for your {provider} account.',
    submit: 'Accept the invitation',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'This signs you in on this browser. Then choose a new password.',
    submit: 'Continue',
  },
  email_change: {
    title: 'Confirm the new email address',
    text: 'This switches your account to the new email address.',
    submit: 'Confirm the change',
  },
} as const satisfies Record<string, ButtonPage>)

/** Wording for the pages that links in emails open. */
export const accountPages = words('accountPages', {
  /** Shown before the button is pressed, because mail scanners open links before people do. */
  untouched: 'Nothing has happened yet. The link takes effect when you press the button, and it works only once.',
  password: 'Password',
  email: 'Email address',

  incomplete: {
    title: 'This link is incomplete',
    text:
      'Your email program may have cut it off. Copy the full link from the email into your browser, or request a new ' +
      'email.',
  } as const satisfies AnswerPage,
  otherOrigin: {
    title: 'This request did not come from our page',
    text: 'Open the link again and press the button there. Nothing has changed, and the link still works.',
  } as const satisfies AnswerPage,
  accepted: 'Your confirmation is saved',

  owner: {
    title: 'Create the owner account',
    text: 'The owner signs in first and invites everyone else.',
    submit: 'Create the owner account',
  } as const satisfies ButtonPage,
  ownerIncomplete: {
    title: 'This link is incomplete',
    text: 'Copy the full link from the server’s startup messages into your browser.',
  } as const satisfies AnswerPage,
  ownerOver: 'The owner account was not created',
  ownerCreated: {
    title: 'The owner account was created',
    text: 'Your email address and password are saved. The link you used no longer works.',
    nextTitle: 'Next steps',
    next: [
      'Open the desk and sign in. You will use it every day, so bookmark it.',
      'Set up two-step verification with an authenticator app. You need it to see what visitors sent. The desk ' +
        'shows you how.',
      'Invite your colleagues under Team.',
    ],
    open: 'Open the desk',
  },
} as const)
