import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import { arabicName, asViewer, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import {
  broken,
  heading,
  holds,
  isolates,
  type Looks,
  lacks,
  never,
  offers,
  refused,
  type Step,
  says,
  shows,
  waits,
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
  'rpc/my_sessions': [
    session(1, { is_current: true }),
    session(2, { aal: 'aal1', refreshed_at: null }),
    session(3),
  ],
}
const adding: readonly Step[] = [
  ['press', 'Add a device'],
  ['fill', 'What do you call it?', 'Tablet'],
  ['press', 'Go on'],
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
  'making-a-secret': { at, answers: { ...answers, 'auth/enrol': never }, steps: adding },
  'removing-a-device': { at, answers, steps: [['press', 'Remove Work phone']] },
  'new-codes': {
    at,
    answers,
    steps: [
      ['press', 'Make new codes'],
      ['see', 'Shown this once'],
    ],
  },
  'making-codes': {
    at,
    answers: { ...answers, 'auth/new-recovery-codes': never },
    steps: [['press', 'Make new codes']],
  },
  'no-codes': {
    at,
    answers: {
      ...answers,
      'auth/new-recovery-codes': refused(404, 'none', { code: 'mfa_recovery_codes_not_enabled' }),
    },
    steps: [
      ['press', 'Make new codes'],
      ['see', 'gives no recovery codes'],
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
    heading('My account'),
    holds('Name', 'Nomsa Dube'),
    says('This one'),
    says('Password alone, sees nothing'),
    says('Work phone'),
    says(/^Passkey since .* last used/),
    says('7 left'),
    offers('Sign out everywhere else'),
  ],
  loading: [heading('My account'), waits('Loading')],
  'one-session': [
    says('You have none.'),
    shows('button', 'Sign out everywhere else'),
    lacks('Remove Work phone'),
  ],
  error: [says(/Something went wrong/), offers('Try again'), offers('Change the password')],
  viewer: [says('Viewer'), offers('Save the name')],
  'signing-out-everywhere': [shows('dialog', 'Sign out everywhere?'), offers('Leave it')],
  'adding-a-device': [
    shows('dialog', 'Add a device'),
    heading('Scan this with an authenticator app'),
    offers('Add'),
  ],
  'making-a-secret': [waits('Making a secret for your app')],
  'removing-a-device': [shows('dialog', 'Remove Work phone?'), offers('Leave it')],
  'new-codes': [
    shows('dialog', 'Your new recovery codes'),
    heading('Recovery codes · Backline desk'),
    says(/^k7mq-/),
    offers('Print'),
    offers('I have kept them'),
  ],
  'making-codes': [waits('Making the codes')],
  'no-codes': [says(/This server gives no recovery codes/), offers('I have kept them')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
