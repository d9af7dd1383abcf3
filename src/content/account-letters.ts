import type { DeskAction } from '#shared/contract/log-actions.ts'
import type { AccountLetterKind, SentAccountLetterKind } from '#shared/contract/outbox.ts'
import { documents } from './documents.ts'
import { sentence } from './tree.ts'
import { words } from './words.ts'

/** The desk's name for each account email. */
export const accountLetterNames: Record<AccountLetterKind | SentAccountLetterKind, string> = {
  account: 'Account email',
  invite: 'Account: invitation',
  recovery: 'Account: password reset',
  'new-address': 'Account: confirm new email address',
  'current-address': 'Account: confirm email address change',
  reauthentication: 'Account: code for a password change',
  'password-changed': 'Account: password changed',
  'address-changed': 'Account: email address changed',
  'factor-added': 'Account: verification method added',
  'factor-removed': 'Account: verification method removed',
  'second-step-reset': 'Account: two-step verification reset',
  'recovery-code-used': 'Account: recovery code used',
  'new-device': 'Account: sign-in on a new device',
  'large-export': 'Account: large export',
}

/**
 * The wording of one email. The subject and heading contain no values, so nothing that a visitor typed can appear
 * there.
 */
export interface EmailWords {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** The last, smaller paragraph: what to do if the reader did not request the email. */
  footnote: string
}

/** The wording of an email whose button opens a link. */
export interface LinkEmailWords extends EmailWords {
  button: string
}

/** Wording that all account emails share. */
export const accountEmailFrame = words('accountEmailFrame', {
  plainLink: 'If the button does not work, open this link:',
  orCode: 'Or enter this code when asked:',
  code: 'Enter this code when asked:',
  linkLasts: sentence('The link works once and expires in {wait}.', 'wait'),
  linkAndCodeLast: sentence('The link and the code work once and expire in {wait}.', 'wait'),
  codeLasts: sentence('The code works once and expires in {wait}.', 'wait'),
  when: sentence('This happened on {time} UTC.', 'time'),
  /** The line about privacy in emails without a link. */
  privacy: `Read what we keep about you, and for how long, on our site under “${documents.privacy}”.`,
  signature: '{provider}. Questions? Write to {mailbox}.',
} as const)

/** The footnote in emails to owners about another member's account. */
const ifNotThem =
  'If the member did not do this, open the desk in your browser and suspend the account under Team. This signs the member out everywhere. ' +
  'For your safety, this email contains no link.'

const ifNotYou =
  'If this was not you, go directly to our site, choose a new password, and write to us. ' +
  'For your safety, this email contains no link.'

/** Emails that follow a request. A link or a code in the email confirms the request. */
export const linkEmailWords = words('linkEmailWords', {
  invitation: {
    subject: 'You are invited to {provider}',
    heading: 'You are invited to {provider}',
    paragraphs: ['Our team has created an account for you. Accept the invitation and choose a password.'],
    button: 'Accept the invitation',
    footnote: 'If you did not expect an invitation from us, ignore this email. Nothing happens unless you accept.',
  },
  recovery: {
    subject: 'Choose a new password for {provider}',
    heading: 'Choose a new password',
    paragraphs: [
      'Someone asked to reset the password of the account with this email address. The old password works until you ' +
        'choose a new one.',
    ],
    button: 'Choose a new password',
    footnote: 'If this was not you, ignore this email. Your password stays the same.',
  },
  newAddress: {
    subject: 'Confirm your new email address for {provider}',
    heading: 'Confirm your new email address',
    paragraphs: [
      'This address was entered as the new email address of a {provider} account.',
      'If we also wrote to the old address, confirm the change there too. It takes effect once both addresses are confirmed.',
    ],
    button: 'Confirm the new address',
    footnote: 'If you have no {provider} account, ignore this email: someone mistyped their own email address.',
  },
  currentAddress: (address: string) => ({
    subject: 'Confirm the new email address of your {provider} account',
    heading: 'Confirm the new email address',
    paragraphs: [
      `The email address of your account is about to change to ${address}.`,
      'We have written to both addresses. The change takes effect once both are confirmed.',
    ],
    button: 'Confirm the change',
    footnote:
      'If this was not you, do not confirm. Someone else is signed in to your account. Choose a new password to sign ' +
      'them out.',
  }),
} as const satisfies Record<string, LinkEmailWords | ((value: string) => LinkEmailWords)>)

/** The email that contains a code but no link. */
export const codeEmailWords: EmailWords = words('codeEmailWords', {
  subject: 'Your code for {provider}',
  heading: 'Confirm that it is you',
  paragraphs: ['You need this code to change your password.'],
  footnote:
    'If this was not you, someone else is signed in to your account. Choose a new password to sign them out. Do not ' +
    'share the code: we will never ask you for it.',
})

function describeFactor(name: string | null, isPasskey: boolean): string {
  if (name) return `The ${isPasskey ? 'passkey' : 'authenticator app'} “${name}”`
  return isPasskey ? 'A passkey' : 'An authenticator app'
}

/** Nouns for the exported rows, by the action that the audit log records for the export. */
export const exportContents: Readonly<Record<string, string>> = {
  bookings_exported: 'bookings',
  messages_exported: 'messages',
  interactions_exported: 'visit events',
  insights_exported: 'rows of figures',
} satisfies Record<Exclude<Extract<DeskAction, `${string}_exported`>, 'person_exported'>, string>

/** Alerts about changes to the reader's own account, because someone else may have made the change. */
export const accountAlertWords = words('accountAlertWords', {
  passwordChanged: {
    subject: 'Your password for {provider} was changed',
    heading: 'Your password was changed',
    paragraphs: ['Your new password is active. You have been signed out everywhere else.'],
    footnote: ifNotYou,
  },
  addressChanged: (address: string) => ({
    subject: 'The email address of your {provider} account was changed',
    heading: 'Your email address was changed',
    paragraphs: [`The email address of your account is now ${address}. This is our last email to the old address.`],
    footnote: 'If this was not you, write to us at once: {mailbox}.',
  }),
  factorAdded: (name: string | null, isPasskey: boolean) => ({
    subject: 'A verification method was added to your {provider} account',
    heading: 'A verification method was added',
    paragraphs: [
      `${describeFactor(name, isPasskey)} now protects your account. ` +
        (isPasskey
          ? 'Signing in with your password now also requires two-step verification. The passkey works without a password.'
          : 'From now on, you need a code from the app to sign in.'),
    ],
    footnote: ifNotYou,
  }),
  factorRemoved: (name: string | null, isPasskey: boolean) => ({
    subject: 'A verification method was removed from your {provider} account',
    heading: 'A verification method was removed',
    paragraphs: [
      `${describeFactor(name, isPasskey)} no longer protects your account. ` +
        (isPasskey ? 'The passkey can no longer be used to sign in.' : 'Codes from the app are no longer accepted.'),
    ],
    footnote: ifNotYou,
  }),
  secondStepReset: (by: 'owner' | 'operator', name: string | null) => ({
    subject: 'Two-step verification was reset for your {provider} account',
    heading: 'Two-step verification was reset',
    paragraphs: [
      `${by === 'operator' ? 'The operator of our server' : `An owner of the desk${name ? `, ${name},` : ''}`} ` +
        'removed two-step verification from your account, including your recovery codes. You have been signed out ' +
        'everywhere.',
      'Sign in with your password, and set up two-step verification again as soon as you can. Until then, anyone with your password ' +
        'can sign in.',
    ],
    footnote:
      'If you did not ask for this, write to us before you do anything else. For your safety, this email contains no link.',
  }),
  recoveryCodeUsed: (left: number) => ({
    subject: 'A recovery code was used for your {provider} account',
    heading: 'A recovery code was used',
    paragraphs: [
      'Someone signed in to your account with one of your recovery codes. That code will not work again.',
      left === 0
        ? 'You have no recovery codes left. Create new ones. Without them, you cannot sign in if you lose your phone.'
        : `You have ${left === 1 ? 'one' : left} left.`,
    ],
    footnote: ifNotYou,
  }),
  /** `whose` is the name of another member, or null for the reader's own account. */
  newDevice: (device: string, whose: string | null) => ({
    subject: whose
      ? 'Another member signed in to {provider} on a new device'
      : 'New sign-in to your {provider} account',
    heading: whose ? 'Another member signed in on a new device' : 'New sign-in to your account',
    paragraphs: [
      `${whose ?? 'Someone'} signed in to ${whose ? 'their' : 'your'} account on a new device: ${device}.`,
      'If the account uses two-step verification, this sign-in completed it.',
    ],
    footnote: whose ? ifNotThem : ifNotYou,
  }),
  /** `what` includes the number of rows: '12,000 bookings'. */
  largeExport: (what: string, whose: string | null) => ({
    subject: 'A large export was made from the {provider} desk',
    heading: 'A large export was made',
    paragraphs: [
      whose ? `${whose} exported ${what} from the desk.` : `Your account was used to export ${what} from the desk.`,
      'The downloaded file is beyond our control. The audit log in the desk shows who exported what, and when.',
    ],
    footnote: whose ? ifNotThem : ifNotYou,
  }),
} as const satisfies Record<
  string,
  | EmailWords
  | ((value: string, whose: string | null) => EmailWords)
  | ((value: string) => EmailWords)
  | ((name: string | null, isPasskey: boolean) => EmailWords)
  | ((value: number) => EmailWords)
  | ((by: 'owner' | 'operator', name: string | null) => EmailWords)
>)
