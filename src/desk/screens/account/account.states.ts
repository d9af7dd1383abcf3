import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import { arabicName, asViewer, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import { broken, type Looks, never, refused, type Step, see } from '#shared/lib/sample-states.ts'

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
  'rpc/my_sessions': [
    session(1, { is_current: true }),
    session(2, { aal: 'aal1', refreshed_at: null }),
    session(3),
  ],
}
const adding: readonly Step[] = [
  ['press', 'Add an authenticator app'],
  ['fill', 'Device name', 'Tablet'],
  ['press', 'Continue'],
]

export const states = {
  all: { at, answers },
  loading: {
    at,
    answers: { ...answers, 'rpc/my_sessions': never, 'auth/user': never, 'auth/recovery-codes': never },
  },
  'one-session': {
    at,
    answers: {
      ...answers,
      'rpc/my_sessions': [session(1, { is_current: true })],
      'auth/user': user(['Work phone']),
      'auth/recovery-codes': refused(404, 'none', { code: 'mfa_factor_not_found' }),
    },
  },
  error: {
    at,
    answers: { ...answers, 'rpc/my_sessions': broken, 'auth/user': broken, 'auth/recovery-codes': broken },
  },
  viewer: { at, answers: { ...answers, ...asViewer } },
  'signing-out-everywhere': { at, answers, steps: [['press', 'Sign out everywhere']] },
  'adding-a-device': { at, answers, steps: [...adding, ['see', 'Scan this']] },
  'creating-a-secret': { at, answers: { ...answers, 'auth/enrol': never }, steps: adding },
  'removing-a-device': { at, answers, steps: [['press', 'Remove Work phone']] },
  'new-codes': {
    at,
    answers,
    steps: [
      ['press', 'Create new codes'],
      ['see', 'Shown only now'],
    ],
  },
  'creating-codes': {
    at,
    answers: { ...answers, 'auth/new-recovery-codes': never },
    steps: [['press', 'Create new codes']],
  },
  'no-codes': {
    at,
    answers: {
      ...answers,
      'auth/new-recovery-codes': refused(404, 'none', { code: 'mfa_recovery_codes_not_enabled' }),
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

export const looks: Looks<typeof states> = {
  all: [
    see.heading('My account'),
    see.holds('Name', 'Nomsa Dube'),
    see.says('This browser'),
    see.says('Password only, no access'),
    see.says('Work phone'),
    see.says(/^Passkey since .* last used/),
    see.says('7 left'),
    see.offers('Sign out everywhere else'),
  ],
  loading: [see.heading('My account'), see.waits('Loading')],
  'one-session': [
    see.says('You have no recovery codes.'),
    see.shows('button', 'Sign out everywhere else'),
    see.lacks('Remove Work phone'),
  ],
  error: [see.says(/Something went wrong/), see.offers('Try again'), see.offers('Change password')],
  viewer: [see.says('Viewer'), see.offers('Save name')],
  'signing-out-everywhere': [see.shows('dialog', 'Sign out everywhere?'), see.offers('Cancel')],
  'adding-a-device': [
    see.shows('dialog', 'Add an authenticator app'),
    see.heading('Scan this with an authenticator app'),
    see.offers('Add'),
  ],
  'creating-a-secret': [see.waits('Creating a secret for your app')],
  'removing-a-device': [see.shows('dialog', 'Remove Work phone?'), see.offers('Cancel')],
  'new-codes': [
    see.shows('dialog', 'Your new recovery codes'),
    see.heading('Recovery codes · Backline desk'),
    see.says(/^k7mq-/),
    see.offers('Print'),
    see.offers('Done'),
  ],
  'creating-codes': [see.waits('Creating the codes')],
  'no-codes': [see.says(/This server does not offer recovery codes/), see.offers('Done')],
  'long-words': [see.says(/^Donaudampf/)],
  'right-to-left': [see.isolates(arabicName)],
}
