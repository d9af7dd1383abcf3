import type { DeskAction } from '#shared/contract/log-actions.ts'
import type { AccountLetterKind, SentAccountLetterKind } from '#shared/contract/outbox.ts'
import { counted, sentence } from './tree.ts'
import { words } from './words.ts'

/** The desk's name for each account email. */
export const accountLetterNames = words('accountLetterNames', {
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
} satisfies Record<AccountLetterKind | SentAccountLetterKind, string>)

/** The subject and heading contain no values, so nothing that a visitor typed can appear there. */
export interface EmailTitle {
  subject: string
  heading: string
}

interface EmailWords extends EmailTitle {
  /** Sentences that contain a value are functions. */
  paragraphs: readonly (string | ((value: string) => string))[]
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
  privacy: sentence('Read what we keep about you, and for how long, on our site under “{page}”.', 'page'),
  signature: '{provider}. Questions? Write to {mailbox}.',
  /** The usual footnote of alerts. */
  ifNotYou:
    'If this was not you, go directly to our site, choose a new password, and write to us. ' +
    'For your safety, this email contains no link.',
  /** The footnote in emails to owners about another member's account. */
  ifNotThem:
    'If the member did not do this, open the desk in your browser and suspend the account under Team. This signs the member out everywhere. ' +
    'For your safety, this email contains no link.',
  /** Stands for a member whose name is unknown. */
  colleague: 'A colleague',
} as const)

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
  currentAddress: {
    subject: 'Confirm the new email address of your {provider} account',
    heading: 'Confirm the new email address',
    paragraphs: [
      sentence('The email address of your account is about to change to {address}.', 'address'),
      'We have written to both addresses. The change takes effect once both are confirmed.',
    ],
    button: 'Confirm the change',
    footnote:
      'If this was not you, do not confirm. Someone else is signed in to your account. Choose a new password to sign ' +
      'them out.',
  },
} as const satisfies Record<string, LinkEmailWords>)

/** The email that contains a code but no link. */
export const codeEmailWords: EmailWords = words('codeEmailWords', {
  subject: 'Your code for {provider}',
  heading: 'Confirm that it is you',
  paragraphs: ['You need this code to change your password.'],
  footnote:
    'If this was not you, someone else is signed in to your account. Choose a new password to sign them out. Do not ' +
    'share the code: we will never ask you for it.',
})

/** Nouns for the exported rows, by the action that the audit log records for the export. */
export const exportContents: Readonly<Record<string, string>> = words('exportContents', {
  bookings_exported: 'bookings',
  messages_exported: 'messages',
  interactions_exported: 'visit events',
  insights_exported: 'rows of figures',
  other: 'rows within a day',
} satisfies Record<Exclude<Extract<DeskAction, `${string}_exported`>, 'person_exported'> | 'other', string>)

/** Alerts about changes to the reader's own account, because someone else may have made the change. */
export const accountAlertWords = words('accountAlertWords', {
  passwordChanged: {
    subject: 'Your password for {provider} was changed',
    heading: 'Your password was changed',
    text: 'Your new password is active. You have been signed out everywhere else.',
  },
  addressChanged: {
    subject: 'The email address of your {provider} account was changed',
    heading: 'Your email address was changed',
    text: sentence(
      'The email address of your account is now {address}. This is our last email to the old address.',
      'address',
    ),
    footnote: 'If this was not you, write to us at once: {mailbox}.',
  },
  /** The verification methods, with and without the name that their user chose. */
  methods: {
    passkey: { named: sentence('The passkey “{name}”', 'name'), unnamed: 'A passkey' },
    app: { named: sentence('The authenticator app “{name}”', 'name'), unnamed: 'An authenticator app' },
  },
  factorAdded: {
    subject: 'A verification method was added to your {provider} account',
    heading: 'A verification method was added',
    passkey: sentence(
      '{method} now protects your account. Signing in with your password now also requires two-step verification. ' +
        'The passkey works without a password.',
      'method',
    ),
    app: sentence(
      '{method} now protects your account. From now on, you need a code from the app to sign in.',
      'method',
    ),
  },
  factorRemoved: {
    subject: 'A verification method was removed from your {provider} account',
    heading: 'A verification method was removed',
    passkey: sentence(
      '{method} no longer protects your account. The passkey can no longer be used to sign in.',
      'method',
    ),
    app: sentence('{method} no longer protects your account. Codes from the app are no longer accepted.', 'method'),
  },
  secondStepReset: {
    subject: 'Two-step verification was reset for your {provider} account',
    heading: 'Two-step verification was reset',
    operator: 'The operator of our server',
    owner: 'An owner of the desk',
    namedOwner: sentence('An owner of the desk, {name},', 'name'),
    text: sentence(
      '{who} removed two-step verification from your account, including your recovery codes. You have been signed out ' +
        'everywhere.',
      'who',
    ),
    advice:
      'Sign in with your password, and set up two-step verification again as soon as you can. Until then, anyone with your password ' +
      'can sign in.',
    footnote:
      'If you did not ask for this, write to us before you do anything else. For your safety, this email contains no link.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used for your {provider} account',
    heading: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes. That code will not work again.',
    none: 'You have no recovery codes left. Create new ones. Without them, you cannot sign in if you lose your phone.',
    left: counted('You have one left.', 'You have {count} left.'),
  },
  newDevice: {
    own: {
      subject: 'New sign-in to your {provider} account',
      heading: 'New sign-in to your account',
      text: sentence('Someone signed in to your account on a new device: {device}.', 'device'),
    },
    /** About another member's account. */
    other: {
      subject: 'Another member signed in to {provider} on a new device',
      heading: 'Another member signed in on a new device',
      text: sentence('{member} signed in to their account on a new device: {device}.', 'device', 'member'),
    },
    completed: 'If the account uses two-step verification, this sign-in completed it.',
  },
  /** `rows` includes the number of rows: '12,000 bookings'. */
  largeExport: {
    subject: 'A large export was made from the {provider} desk',
    heading: 'A large export was made',
    own: sentence('Your account was used to export {rows} from the desk.', 'rows'),
    other: sentence('{member} exported {rows} from the desk.', 'rows', 'member'),
    advice: 'The downloaded file is beyond our control. The audit log in the desk shows who exported what, and when.',
  },
} as const)
