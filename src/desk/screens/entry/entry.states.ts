import { devices, user } from '#desk/lib/sample-devices.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, longAddress, me, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  offline,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

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
  opening: { at, answers: { 'rpc/desk_me': noResponse } },
  'sign-in': { at, isSignedOut, answers: {} },
  'wrong-password': {
    at,
    isSignedOut,
    answers: {
      'auth/token': errorResponse(400, 'Invalid login credentials', { code: 'invalid_credentials' }),
    },
    steps: [...signIn('wrong'), ['see', 'Wrong email address']],
  },
  'rate-limited': {
    at,
    isSignedOut,
    answers: { 'auth/token': errorResponse(429, 'Too many', { code: 'over_request_rate_limit', wait: 40 }) },
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
      'auth/verify': errorResponse(422, 'no', { code: 'mfa_verification_failed' }),
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
      'auth/recovery-codes': errorResponse(404, 'none', { code: 'mfa_factor_not_found' }),
      'auth/user': user(['Work phone']),
    },
  },
  'set-up': { at, answers: { ...wantsCode, 'auth/user': user([]) } },
  'set-up-failed': { at, answers: { ...wantsCode, 'auth/user': user([]), 'auth/enrol': serverError } },
  'no-member': {
    at,
    answers: { 'rpc/desk_me': { ...half, email: `${unbreakable}@example.com`, member: false } },
  },
  failed: { at, answers: { 'rpc/desk_me': serverError } },
  offline: { at, answers: { 'rpc/desk_me': offline, healthz: offline } },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  opening: [expectState.waits(''), expectState.says('Opening the desk…')],
  'sign-in': [
    expectState.heading('Sign in'),
    expectState.offers('Sign in'),
    expectState.offers('Forgot your password?'),
    expectState.offers('Continue with Google'),
    expectState.offers('Use a passkey'),
  ],
  'wrong-password': [expectState.warns('Wrong email address or password.'), expectState.offers('Sign in')],
  'rate-limited': [expectState.warns(/Too many attempts. Try again in \d+ seconds/)],
  'expired-link': [expectState.heading('Sign in'), expectState.says(/This link no longer works/)],
  'not-invited': [
    expectState.heading('Sign in'),
    expectState.warns(/There is no account with that email address/),
    expectState.offers('Continue with Google'),
  ],
  'forgotten-password': [
    expectState.heading('Reset your password'),
    expectState.offers('Email me a link'),
    expectState.offers('Back to sign-in'),
  ],
  'email-sent': [
    expectState.heading('Check your inbox'),
    expectState.says(/^If wilhelmina/),
    expectState.offers('Send again'),
  ],
  code: [
    expectState.heading('Enter the code'),
    expectState.offers('Continue'),
    expectState.offers('Use a recovery code'),
  ],
  'code-with-several-devices': [expectState.offers('Work phone'), expectState.isolates(arabicName)],
  'wrong-code': [expectState.warns('This code is wrong'), expectState.faults('Code')],
  'recovery-code': [expectState.heading('Enter a recovery code'), expectState.offers('Use another method instead')],
  'no-recovery-codes': [
    expectState.heading('Enter the code'),
    expectState.says(/Ask an owner of the desk to reset/),
    expectState.lacks('Use a recovery code'),
  ],
  'set-up': [
    expectState.heading('Set up two-step verification'),
    expectState.shows('img', 'QR code for your authenticator app'),
    expectState.says('JBSW Y3DP EHPK 3PXP'),
    expectState.offers('Create a passkey instead'),
  ],
  'set-up-failed': [expectState.warns('You are offline'), expectState.offers('Try again')],
  'no-member': [
    expectState.heading('This account has no access to the desk'),
    expectState.offers('Sign out'),
    expectState.offers('Check again'),
  ],
  failed: [
    expectState.heading('The desk could not be opened'),
    expectState.says(/Something went wrong/),
    expectState.offers('Try again'),
  ],
  offline: [
    expectState.heading('The desk could not be opened'),
    expectState.says(/You are offline/),
    expectState.offers('Try again'),
  ],
}
