import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import { arabicName, longAddress, me, unbreakable } from '#desk/lib/samples.ts'
import {
  broken,
  faults,
  heading,
  isolates,
  type Looks,
  lacks,
  never,
  offers,
  offline,
  refused,
  says,
  shows,
  waits,
  warns,
} from '#shared/lib/sample-states.ts'

const at = '/'
const isSignedOut = true
const half = { id: me.id, email: me.email, name: me.name, role: null, member: true }
const wantsCode = { ...devices, 'rpc/desk_me': half }
const signIn = (password: string) =>
  [
    ['fill', 'E-mail', me.email],
    ['fill', 'Password', password],
    ['press', 'Sign in'],
  ] as const

export const states = {
  opening: { at, answers: { 'rpc/desk_me': never } },
  'sign-in': { at, isSignedOut, answers: {} },
  'wrong-password': {
    at,
    isSignedOut,
    answers: { 'auth/token': refused(400, 'Invalid login credentials', { code: 'invalid_credentials' }) },
    steps: [...signIn('wrong'), ['see', 'is wrong']],
  },
  'too-often': {
    at,
    isSignedOut,
    answers: { 'auth/token': refused(429, 'Too many', { code: 'over_request_rate_limit', wait: 40 }) },
    steps: [...signIn('wrong'), ['see', 'tried too often']],
  },
  'link-is-over': { at, isSignedOut, landing: 'error=access_denied&error_code=otp_expired', answers: {} },
  'not-invited': { at, isSignedOut, landing: 'error=access_denied&error_code=signup_disabled', answers: {} },
  forgotten: { at, isSignedOut, answers: {}, steps: [['press', 'Forgot the password?']] },
  'letter-on-its-way': {
    at,
    isSignedOut,
    answers: { 'auth/recover': {} },
    steps: [
      ['press', 'Forgot the password?'],
      ['fill', 'E-mail', longAddress],
      ['press', 'Send the letter'],
      ['see', 'Look into your mailbox'],
    ],
  },
  code: { at, answers: { ...wantsCode, 'auth/user': user(['Work phone']) } },
  'code-of-several': {
    at,
    answers: { ...wantsCode, 'auth/user': user(['Work phone', arabicName, unbreakable]) },
  },
  'wrong-code': {
    at,
    answers: {
      ...wantsCode,
      'auth/user': user(['Work phone']),
      'auth/verify': refused(422, 'no', { code: 'mfa_verification_failed' }),
    },
    steps: [
      ['fill', 'Code', '123456'],
      ['see', 'This code is not right'],
    ],
  },
  'recovery-code': {
    at,
    answers: { ...wantsCode, 'auth/user': user(['Work phone']) },
    steps: [['press', 'Use a recovery code']],
  },
  'no-recovery-codes': {
    at,
    answers: {
      ...wantsCode,
      'auth/recovery-codes': refused(404, 'none', { code: 'mfa_factor_not_found' }),
      'auth/user': user(['Work phone']),
    },
  },
  enrol: { at, answers: { ...wantsCode, 'auth/user': user([]) } },
  'enrol-failed': { at, answers: { ...wantsCode, 'auth/user': user([]), 'auth/enrol': broken } },
  'no-member': {
    at,
    answers: { 'rpc/desk_me': { ...half, email: `${unbreakable}@example.com`, member: false } },
  },
  failed: { at, answers: { 'rpc/desk_me': broken } },
  'no-connection': { at, answers: { 'rpc/desk_me': offline, healthz: offline } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
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
}
