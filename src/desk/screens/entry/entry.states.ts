import { devices, user } from '#desk/lib/sample-devices.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, longAddress, me, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  offline,
  pending,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/'
const half = { id: me.id, email: me.email, name: me.name, role: null, member: true }
const wantsCode = { ...devices, 'rpc/desk_me': half }
const signIn = (password: string) =>
  [
    ['fill', 'Email', me.email],
    ['fill', 'Password', password],
    ['press', 'Sign in'],
  ] as const

const show = variantsOf({ at, answers: {} })
const showSignedOut = variantsOf({ at, answers: {}, isSignedOut: true })

export const states = {
  opening: show({ 'rpc/desk_me': pending }),
  'sign-in': showSignedOut(),
  'wrong-password': showSignedOut(
    { 'auth/token': errorResponse(400, 'Invalid login credentials', { code: 'invalid_credentials' }) },
    ...signIn('wrong'),
    ['see', 'Wrong email address'],
  ),
  'rate-limited': showSignedOut(
    { 'auth/token': errorResponse(429, 'Too many', { code: 'over_request_rate_limit', wait: 40 }) },
    ...signIn('wrong'),
    ['see', 'Too many attempts'],
  ),
  'expired-link': { ...showSignedOut(), landing: 'error=access_denied&error_code=otp_expired' },
  'not-invited': { ...showSignedOut(), landing: 'error=access_denied&error_code=signup_disabled' },
  'forgotten-password': showSignedOut({}, ['press', 'Forgot your password?']),
  'email-sent': showSignedOut(
    { 'auth/recover': {} },
    ['press', 'Forgot your password?'],
    ['fill', 'Email', longAddress],
    ['press', 'Email me a link'],
    ['see', 'Check your inbox'],
  ),
  code: show({ ...wantsCode, 'auth/user': user(['Work phone']) }),
  'code-with-several-devices': show({ ...wantsCode, 'auth/user': user(['Work phone', arabicName, unbreakable]) }),
  'wrong-code': show(
    {
      ...wantsCode,
      'auth/user': user(['Work phone']),
      'auth/verify': errorResponse(422, 'no', { code: 'mfa_verification_failed' }),
    },
    ['fill', 'Code', '123456'],
    ['see', 'This code is wrong'],
  ),
  'recovery-code': show({ ...wantsCode, 'auth/user': user(['Work phone']) }, ['press', 'Use a recovery code']),
  'no-recovery-codes': show({
    ...wantsCode,
    'auth/recovery-codes': errorResponse(404, 'none', { code: 'mfa_factor_not_found' }),
    'auth/user': user(['Work phone']),
  }),
  'set-up': show({ ...wantsCode, 'auth/user': user([]) }),
  'set-up-failed': show({ ...wantsCode, 'auth/user': user([]), 'auth/enrol': serverError }),
  'no-member': show({ 'rpc/desk_me': { ...half, email: `${unbreakable}@example.com`, member: false } }),
  failed: show({ 'rpc/desk_me': serverError }),
  offline: show({ 'rpc/desk_me': offline, healthz: offline }),
} satisfies DeskStates

const { faults, heading, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  opening: [waits(''), says('Opening the desk…')],
  'sign-in': [
    heading('Sign in'),
    offers('Sign in'),
    offers('Forgot your password?'),
    offers('Continue with Google'),
    offers('Use a passkey'),
  ],
  'wrong-password': [warns('Wrong email address or password.'), offers('Sign in')],
  'rate-limited': [warns(/Too many attempts. Try again in \d+ seconds/)],
  'expired-link': [heading('Sign in'), says(/This link no longer works/)],
  'not-invited': [
    heading('Sign in'),
    warns(/There is no account with that email address/),
    offers('Continue with Google'),
  ],
  'forgotten-password': [heading('Reset your password'), offers('Email me a link'), offers('Back to sign-in')],
  'email-sent': [heading('Check your inbox'), says(/^If wilhelmina/), offers('Send again')],
  code: [heading('Enter the code'), offers('Continue'), offers('Use a recovery code')],
  'code-with-several-devices': [offers('Work phone'), isolates(arabicName)],
  'wrong-code': [warns('This code is wrong'), faults('Code')],
  'recovery-code': [heading('Enter a recovery code'), offers('Use another method instead')],
  'no-recovery-codes': [
    heading('Enter the code'),
    says(/Ask an owner of the desk to reset/),
    lacks('Use a recovery code'),
  ],
  'set-up': [
    heading('Set up two-step verification'),
    shows('img', 'QR code for your authenticator app'),
    says('JBSW Y3DP EHPK 3PXP'),
    offers('Create a passkey instead'),
  ],
  'set-up-failed': [warns('You are offline'), offers('Try again')],
  'no-member': [heading('This account has no access to the desk'), offers('Sign out'), offers('Check again')],
  failed: [heading('The desk could not be opened'), says(/Something went wrong/), offers('Try again')],
  offline: [heading('The desk could not be opened'), says(/You are offline/), offers('Try again')],
}
