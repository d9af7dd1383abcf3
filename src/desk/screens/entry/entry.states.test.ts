import { arabicName } from '#desk/lib/samples.ts'
import {
  faults,
  heading,
  isolates,
  lacks,
  offers,
  says,
  shows,
  waits,
  warns,
} from '#tools/gallery/looks-testing.ts'
import { seeStates } from '#tools/gallery/testing.ts'
import type { states } from './entry.states.ts'

seeStates<typeof states>('desk/entry', {
  opening: [waits(''), says('Opening the desk…')],
  'sign-in': [
    heading('Sign in'),
    offers('Sign in'),
    offers('Forgot the password?'),
    offers('Continue with Google'),
    offers('Use a passkey'),
  ],
  'wrong-password': [warns('Address or password is wrong.'), offers('Sign in')],
  'too-often': [warns(/That was tried too often. Try again in \d+ seconds/)],
  'link-is-over': [heading('Sign in'), says(/This link is no longer good/)],
  'not-invited': [
    heading('Sign in'),
    warns(/Nobody has an account here by that address/),
    offers('Continue with Google'),
  ],
  forgotten: [heading('Choose a new password'), offers('Send the letter'), offers('Back to signing in')],
  'letter-on-its-way': [heading('Look into your mailbox'), says(/^If wilhelmina/), offers('Send it again')],
  code: [heading('Enter the code'), offers('Go on'), offers('Use a recovery code')],
  'code-of-several': [offers('Work phone'), isolates(arabicName)],
  'wrong-code': [warns('This code is not right'), faults('Code')],
  'recovery-code': [heading('Enter a recovery code'), offers('Use your device instead')],
  'no-recovery-codes': [
    heading('Enter the code'),
    says(/An owner of the desk can take the second step off/),
    lacks('Use a recovery code'),
  ],
  enrol: [
    heading('Set up the second step'),
    shows('img', 'QR code for your authenticator app'),
    says('JBSW Y3DP EHPK 3PXP'),
    offers('Make a passkey instead'),
  ],
  'enrol-failed': [warns('No connection'), offers('Try again')],
  'no-member': [heading('This account has no place at the desk'), offers('Sign out'), offers('Look again')],
  failed: [heading('The desk does not open'), says(/Something went wrong/), offers('Try again')],
  'no-connection': [heading('The desk does not open'), says(/No connection/), offers('Try again')],
})
