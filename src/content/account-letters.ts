import type { DeskAction } from '#shared/contract/log-actions.ts'
import type { AccountLetter, AccountLetterKind } from '#shared/contract/outbox.ts'
import { brand } from './brand.ts'
import { documents } from './documents.ts'

/** What the desk calls each letter about an account. */
export const accountLetterNames: Record<AccountLetterKind | AccountLetter, string> = {
  account: 'About an account',
  invite: 'Account: invitation',
  recovery: 'Account: forgotten password',
  'new-address': 'Account: new address to confirm',
  'current-address': 'Account: change of address to confirm',
  reauthentication: 'Account: code for a new password',
  'password-changed': 'Account: password changed',
  'address-changed': 'Account: address changed',
  'factor-added': 'Account: second step added',
  'factor-removed': 'Account: second step removed',
  'second-step-reset': 'Account: second step reset',
  'recovery-code-used': 'Account: recovery code used',
  'new-device': 'Account: new device signed in',
  'large-export': 'Account: large export',
}

/** The words of one letter. Subject and heading contain no values, so nothing that a stranger typed appears in them. */
export interface LetterWords {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** The last, smaller paragraph: what to do if the reader did not ask for this. */
  footnote: string
}

/** A letter with a link to press. */
export interface LinkWords extends LetterWords {
  button: string
}

/** What all letters share. */
export const letterFrame = {
  plainLink: 'The button leads to this address:',
  orCode: 'Or type this code where you are asked for one:',
  code: 'Type this code where you are asked for it:',
  linkLasts: (wait: string) => `The link works once, within ${wait}.`,
  linkAndCodeLast: (wait: string) => `Link and code work once, within ${wait}.`,
  codeLasts: (wait: string) => `The code works once, within ${wait}.`,
  when: (time: string) => `This happened on ${time} UTC.`,
  /** In letters without a link. */
  privacy: `What we keep of you, and how long, stands on our site under “${documents.privacy}”.`,
  signature: `${brand.name}. Questions go to ${brand.email}.`,
} as const

/** In letters to owners about somebody else's account: what to do if it was not that person. */
const notThem =
  'If they did not do this, open the desk yourself and stop their account under People: it signs them out everywhere. ' +
  'This email has no link on purpose.'

const notYou =
  'If it was not you, open our site yourself, choose a new password, and write to us. ' +
  'This letter has no link to press, on purpose.'

/** Letters that people asked for; each is confirmed with a link or a code. */
export const letters = {
  invitation: {
    subject: `You are invited to ${brand.name}`,
    heading: `You are invited to ${brand.name}`,
    paragraphs: ['Our team has made an account for you. Accept the invitation and choose a password.'],
    button: 'Accept the invitation',
    footnote: 'If you expect no invitation from us, do nothing: without a yes from you nothing happens.',
  },
  recovery: {
    subject: `Choose a new password for ${brand.name}`,
    heading: 'Choose a new password',
    paragraphs: [
      'A new password was asked for the account with this address. The old one works until you have chosen.',
    ],
    button: 'Choose a new password',
    footnote: 'If it was not you, do nothing: your password stays as it is.',
  },
  newAddress: {
    subject: `Confirm your new address for ${brand.name}`,
    heading: 'Confirm your new address',
    paragraphs: [
      `This address was named as the new one of an account with ${brand.name}.`,
      'If we have written to the old address as well, confirm there too: the change then needs both.',
    ],
    button: 'Confirm the new address',
    footnote: `If you have no account with ${brand.name}, do nothing: somebody has mistyped their own address.`,
  },
  currentAddress: (address: string) => ({
    subject: `Confirm the change of your address at ${brand.name}`,
    heading: 'Confirm the change of your address',
    paragraphs: [
      `Your account is about to move to ${address}.`,
      'We have written to both addresses. The change needs a yes from each.',
    ],
    button: 'Confirm the change',
    footnote:
      'If it was not you, do not confirm. Someone else is signed in to your account: choose a new password, ' +
      'which ends every other session.',
  }),
} as const satisfies Record<string, LinkWords | ((value: string) => LinkWords)>

/** A letter with a code and without a link. */
export const codeLetter: LetterWords = {
  subject: `Your code for ${brand.name}`,
  heading: 'Show that it is you',
  paragraphs: ['Before your password changes we ask for a code from your mailbox.'],
  footnote:
    'If it was not you, someone else is signed in to your account: choose a new password, which ends every other ' +
    'session. Give the code to nobody: we never ask for it.',
}

function factorInWords(name: string | null, isPasskey: boolean): string {
  if (name) return `The ${isPasskey ? 'passkey' : 'authenticator app'} “${name}”`
  return isPasskey ? 'A passkey' : 'An authenticator app'
}

/** What an export contains, by the action that the log records for it. */
export const exportedThings: Readonly<Record<string, string>> = {
  bookings_exported: 'bookings',
  messages_exported: 'messages',
  interactions_exported: 'events of visits',
  insights_exported: 'rows of figures',
} satisfies Record<Exclude<Extract<DeskAction, `${string}_exported`>, 'person_exported'>, string>

/** Notices of changes to the reader's own account, in case somebody else made the change. */
export const notices = {
  passwordChanged: {
    subject: `Your password for ${brand.name} was changed`,
    heading: 'Your password was changed',
    paragraphs: ['The new password is in force. Wherever else you were signed in, you are signed out.'],
    footnote: notYou,
  },
  addressChanged: (address: string) => ({
    subject: `Your address at ${brand.name} was changed`,
    heading: 'Your address was changed',
    paragraphs: [`Your account now belongs to ${address}. This is our last letter to the old address.`],
    footnote: `If it was not you, write to us at once: ${brand.email}.`,
  }),
  factorAdded: (name: string | null, isPasskey: boolean) => ({
    subject: `A second step was added to your account at ${brand.name}`,
    heading: 'A second step was added',
    paragraphs: [
      `${factorInWords(name, isPasskey)} now guards your account. ` +
        (isPasskey
          ? 'From now on, signing in asks for your second step, and whoever holds the passkey needs no password.'
          : 'From now on, signing in asks for a code from it.'),
    ],
    footnote: notYou,
  }),
  factorRemoved: (name: string | null, isPasskey: boolean) => ({
    subject: `A second step was removed from your account at ${brand.name}`,
    heading: 'A second step was removed',
    paragraphs: [
      `${factorInWords(name, isPasskey)} no longer guards your account. ` +
        (isPasskey ? 'It opens nothing any more.' : 'Codes from it are not accepted any more.'),
    ],
    footnote: notYou,
  }),
  secondStepReset: (by: 'owner' | 'operator', name: string | null) => ({
    subject: `Your second step at ${brand.name} was reset`,
    heading: 'Your second step was reset',
    paragraphs: [
      `${by === 'operator' ? 'The operator of our server' : `An owner of the desk${name ? `, ${name},` : ''}`} ` +
        'took the second step off your account, with its recovery codes. Wherever you were signed in, you are signed out.',
      'Sign in with your password and set up a new one. Do it soon: until then the password alone is enough to do so.',
    ],
    footnote:
      'If you did not ask for it, write to us before you do anything else. This letter has no link to press, on purpose.',
  }),
  recoveryCodeUsed: (left: number) => ({
    subject: `A recovery code was used at ${brand.name}`,
    heading: 'A recovery code was used',
    paragraphs: [
      'Someone signed in to your account with one of your recovery codes. It will not work again.',
      left === 0
        ? 'That was the last one. Make new ones, or the loss of your phone locks you out.'
        : `You have ${left === 1 ? 'one' : left} left.`,
    ],
    footnote: notYou,
  }),
  /** `whose` is the name of a colleague, or null for the reader's own account. */
  newDevice: (device: string, whose: string | null) => ({
    subject: `${whose ? 'A colleague' : 'You'} signed in to ${brand.name} on a new device`,
    heading: whose ? 'A colleague on a new device' : 'A new device signed in',
    paragraphs: [
      `${whose ?? 'Somebody'} signed in to ${whose ? 'their' : 'your'} account on a device that was not used for it before: ${device}.`,
      'Where a second step guards the account, nothing opened without it.',
    ],
    footnote: whose ? notThem : notYou,
  }),
  /** `what` with its number: '12,000 bookings'. */
  largeExport: (what: string, whose: string | null) => ({
    subject: `A large export was made at ${brand.name}`,
    heading: 'A large export',
    paragraphs: [
      whose
        ? `${whose} exported ${what} from the desk.`
        : `${what} were exported from the desk by your account.`,
      'The file is out of our hands. The log of the desk says who exported what, and when.',
    ],
    footnote: whose ? notThem : notYou,
  }),
} as const satisfies Record<
  string,
  | LetterWords
  | ((value: string, whose: string | null) => LetterWords)
  | ((value: string) => LetterWords)
  | ((name: string | null, isPasskey: boolean) => LetterWords)
  | ((value: number) => LetterWords)
  | ((by: 'owner' | 'operator', name: string | null) => LetterWords)
>
