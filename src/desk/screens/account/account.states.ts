import { brand } from '#content/brand.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import type { DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asViewer, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  type StateStep,
  serverError,
} from '#shared/lib/sample-states.ts'

const at = '/account'
const session = (number: number, change = {}) => ({
  id: sampleId(600 + number),
  created_at: hoursAgo(30 * number),
  refreshed_at: hoursAgo(number),
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  aal: 'aal2' as const,
  is_current: false,
  ...change,
})
const answers = {
  ...devices,
  'rpc/my_sessions': [session(1, { is_current: true }), session(2, { aal: 'aal1', refreshed_at: null }), session(3)],
}
const adding: readonly StateStep[] = [
  ['press', 'Add an authenticator app'],
  ['fill', 'Device name', 'Tablet'],
  ['press', 'Continue'],
]

export const states = {
  all: { at, answers },
  loading: {
    at,
    answers: {
      ...answers,
      'rpc/my_sessions': noResponse,
      'auth/user': noResponse,
      'auth/recovery-codes': noResponse,
    },
  },
  'one-session': {
    at,
    answers: {
      ...answers,
      'rpc/my_sessions': [session(1, { is_current: true })],
      'auth/user': user(['Work phone']),
      'auth/recovery-codes': errorResponse(404, 'none', { code: 'mfa_factor_not_found' }),
    },
  },
  error: {
    at,
    answers: {
      ...answers,
      'rpc/my_sessions': serverError,
      'auth/user': serverError,
      'auth/recovery-codes': serverError,
    },
  },
  viewer: { at, answers: { ...answers, ...asViewer } },
  'signing-out-everywhere': { at, answers, steps: [['press', 'Sign out everywhere']] },
  'adding-a-device': { at, answers, steps: [...adding, ['see', 'Scan this']] },
  'creating-a-secret': { at, answers: { ...answers, 'auth/enrol': noResponse }, steps: adding },
  'removing-a-device': { at, answers, steps: [['press', 'Remove Work phone']] },
  'new-codes': {
    at,
    answers,
    steps: [
      ['press', 'Create new codes'],
      ['see', 'These codes are shown only once'],
    ],
  },
  'creating-codes': {
    at,
    answers: { ...answers, 'auth/new-recovery-codes': noResponse },
    steps: [['press', 'Create new codes']],
  },
  'no-codes': {
    at,
    answers: {
      ...answers,
      'auth/new-recovery-codes': errorResponse(404, 'none', { code: 'mfa_recovery_codes_not_enabled' }),
    },
    steps: [
      ['press', 'Create new codes'],
      ['see', 'does not offer recovery codes'],
    ],
  },
  'long-words': {
    at,
    answers: {
      ...answers,
      'rpc/desk_me': {
        id: me.id,
        email: `${unbreakable}@example.com`,
        name: unbreakable,
        role: 'owner',
        member: true,
      },
      'auth/user': user([unbreakable, 'Work phone']),
      'rpc/my_sessions': [session(1, { is_current: true, user_agent: unbreakable })],
    },
  },
  'right-to-left': {
    at,
    answers: {
      ...answers,
      'rpc/desk_me': { id: me.id, email: me.email, name: arabicName, role: 'owner', member: true },
      'auth/user': user([arabicName, 'Work phone']),
    },
    steps: [['press', `Remove ${arabicName}`]],
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  all: [
    expectState.heading('My account'),
    expectState.holds('Name', 'Nomsa Dube'),
    expectState.says('This browser'),
    expectState.says('Password only, no access'),
    expectState.says('Work phone'),
    expectState.says(/^Passkey since .* last used/),
    expectState.says('7 left'),
    expectState.offers('Sign out everywhere else'),
  ],
  loading: [expectState.heading('My account'), expectState.waits('Loading')],
  'one-session': [
    expectState.says('You have no recovery codes.'),
    expectState.shows('button', 'Sign out everywhere else'),
    expectState.lacks('Remove Work phone'),
  ],
  error: [
    expectState.says(/Something went wrong/),
    expectState.offers('Try again'),
    expectState.offers('Change password'),
  ],
  viewer: [expectState.says('Viewer'), expectState.offers('Save name')],
  'signing-out-everywhere': [expectState.shows('dialog', 'Sign out everywhere?'), expectState.offers('Cancel')],
  'adding-a-device': [
    expectState.shows('dialog', 'Add an authenticator app'),
    expectState.heading('Scan this code with an authenticator app'),
    expectState.offers('Add'),
  ],
  'creating-a-secret': [expectState.waits('Creating a secret for your app')],
  'removing-a-device': [expectState.shows('dialog', 'Remove Work phone?'), expectState.offers('Cancel')],
  'new-codes': [
    expectState.shows('dialog', 'Your new recovery codes'),
    expectState.heading(`Recovery codes · ${brand.name} desk`),
    expectState.says(/^k7mq-/),
    expectState.offers('Print'),
    expectState.offers('Done'),
  ],
  'creating-codes': [expectState.waits('Creating the codes')],
  'no-codes': [expectState.says(/This server does not offer recovery codes/), expectState.offers('Done')],
  'long-words': [expectState.says(/^Donaudampf/)],
  'right-to-left': [expectState.isolates(arabicName)],
}
