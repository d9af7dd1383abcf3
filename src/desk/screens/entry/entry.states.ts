import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import { arabicName, longAddress, me, unbreakable } from '#desk/lib/samples.ts'
import { broken, type Looks, never, offline, refused, see } from '#shared/lib/sample-states.ts'

const at = '/'
const isSignedOut = true
const half = { id: me.id, email: me.email, name: me.name, role: null, member: true }
const wantsCode = { ...devices, 'rpc/desk_me': half }
const signIn = (password: string) =>
  [
    ['fill', 'Email', me.email],
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
    steps: [...signIn('wrong'), ['see', 'Wrong email address']],
  },
  'rate-limited': {
    at,
    isSignedOut,
    answers: { 'auth/token': refused(429, 'Too many', { code: 'over_request_rate_limit', wait: 40 }) },
    steps: [...signIn('wrong'), ['see', 'Too many attempts']],
  },
  'expired-link': { at, isSignedOut, landing: 'error=access_denied&error_code=otp_expired', answers: {} },
  'not-invited': { at, isSignedOut, landing: 'error=access_denied&error_code=signup_disabled', answers: {} },
  'forgotten-password': { at, isSignedOut, answers: {}, steps: [['press', 'Forgot your password?']] },
  'email-sent': {
    at,
    isSignedOut,
    answers: { 'auth/recover': {} },
    steps: [
      ['press', 'Forgot your password?'],
      ['fill', 'Email', longAddress],
      ['press', 'Email me a link'],
      ['see', 'Check your inbox'],
    ],
  },
  code: { at, answers: { ...wantsCode, 'auth/user': user(['Work phone']) } },
  'code-with-several-devices': {
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
      ['see', 'This code is wrong'],
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
  'set-up': { at, answers: { ...wantsCode, 'auth/user': user([]) } },
  'set-up-failed': { at, answers: { ...wantsCode, 'auth/user': user([]), 'auth/enrol': broken } },
  'no-member': {
    at,
    answers: { 'rpc/desk_me': { ...half, email: `${unbreakable}@example.com`, member: false } },
  },
  failed: { at, answers: { 'rpc/desk_me': broken } },
  offline: { at, answers: { 'rpc/desk_me': offline, healthz: offline } },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  opening: [see.waits(''), see.says('Opening the desk…')],
  'sign-in': [
    see.heading('Sign in'),
    see.offers('Sign in'),
    see.offers('Forgot your password?'),
    see.offers('Continue with Google'),
    see.offers('Use a passkey'),
  ],
  'wrong-password': [see.warns('Wrong email address or password.'), see.offers('Sign in')],
  'rate-limited': [see.warns(/Too many attempts. Try again in \d+ seconds/)],
  'expired-link': [see.heading('Sign in'), see.says(/This link no longer works/)],
  'not-invited': [
    see.heading('Sign in'),
    see.warns(/There is no account with that address/),
    see.offers('Continue with Google'),
  ],
  'forgotten-password': [
    see.heading('Choose a new password'),
    see.offers('Email me a link'),
    see.offers('Back to sign-in'),
  ],
  'email-sent': [see.heading('Check your inbox'), see.says(/^If wilhelmina/), see.offers('Send again')],
  code: [see.heading('Enter the code'), see.offers('Continue'), see.offers('Use a recovery code')],
  'code-with-several-devices': [see.offers('Work phone'), see.isolates(arabicName)],
  'wrong-code': [see.warns('This code is wrong'), see.faults('Code')],
  'recovery-code': [see.heading('Enter a recovery code'), see.offers('Use your device instead')],
  'no-recovery-codes': [
    see.heading('Enter the code'),
    see.says(/Ask an owner of the desk to reset/),
    see.lacks('Use a recovery code'),
  ],
  'set-up': [
    see.heading('Set up two-step verification'),
    see.shows('img', 'QR code for your authenticator app'),
    see.says('JBSW Y3DP EHPK 3PXP'),
    see.offers('Create a passkey instead'),
  ],
  'set-up-failed': [see.warns('You are offline'), see.offers('Try again')],
  'no-member': [
    see.heading('This account has no access to the desk'),
    see.offers('Sign out'),
    see.offers('Check again'),
  ],
  failed: [
    see.heading('The desk could not be opened'),
    see.says(/Something went wrong/),
    see.offers('Try again'),
  ],
  offline: [
    see.heading('The desk could not be opened'),
    see.says(/You are offline/),
    see.offers('Try again'),
  ],
}
