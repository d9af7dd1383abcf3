import { brand } from '#content/brand.ts'
import { devices, user } from '#desk/lib/sample-devices.ts'
import { type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asViewer, hoursAgo, me, sampleId, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  pending,
  type StateExpectations,
  type StateStep,
  serverError,
} from '#shared/lib/sample-states.ts'

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

const show = variantsOf({ at: '/account', answers })

export const states = {
  all: show(),
  loading: show({ 'rpc/my_sessions': pending, 'auth/user': pending, 'auth/recovery-codes': pending }),
  'one-session': show({
    'rpc/my_sessions': [session(1, { is_current: true })],
    'auth/user': user(['Work phone']),
    'auth/recovery-codes': errorResponse(404, 'none', { code: 'mfa_factor_not_found' }),
  }),
  error: show({ 'rpc/my_sessions': serverError, 'auth/user': serverError, 'auth/recovery-codes': serverError }),
  viewer: show(asViewer),
  'signing-out-everywhere': show({}, ['press', 'Sign out everywhere']),
  'adding-a-device': show({}, ...adding, ['see', 'Scan this']),
  'creating-a-secret': show({ 'auth/enrol': pending }, ...adding),
  'removing-a-device': show({}, ['press', 'Remove Work phone']),
  'new-codes': show({}, ['press', 'Create new codes'], ['see', 'These codes are shown only once']),
  'creating-codes': show({ 'auth/new-recovery-codes': pending }, ['press', 'Create new codes']),
  'no-codes': show(
    { 'auth/new-recovery-codes': errorResponse(404, 'none', { code: 'mfa_recovery_codes_not_enabled' }) },
    ['press', 'Create new codes'],
    ['see', 'does not offer recovery codes'],
  ),
  'long-words': show({
    'rpc/desk_me': {
      id: me.id,
      email: `${unbreakable}@example.com`,
      name: unbreakable,
      role: 'owner',
      member: true,
    },
    'auth/user': user([unbreakable, 'Work phone']),
    'rpc/my_sessions': [session(1, { is_current: true, user_agent: unbreakable })],
  }),
  'right-to-left': show(
    {
      'rpc/desk_me': { id: me.id, email: me.email, name: arabicName, role: 'owner', member: true },
      'auth/user': user([arabicName, 'Work phone']),
    },
    ['press', `Remove ${arabicName}`],
  ),
} satisfies DeskStates

const { heading, holds, isolates, lacks, offers, says, shows, waits } = expectState

export const looks: StateExpectations<typeof states> = {
  all: [
    heading('My account'),
    holds('Name', 'Nomsa Dube'),
    says('This browser'),
    says('Password only, no access'),
    says('Work phone'),
    says(/^Passkey since .* last used/),
    says('7 left'),
    offers('Sign out everywhere else'),
  ],
  loading: [heading('My account'), waits('Loading')],
  'one-session': [
    says('You have no recovery codes.'),
    shows('button', 'Sign out everywhere else'),
    lacks('Remove Work phone'),
  ],
  error: [says(/Something went wrong/), offers('Try again'), offers('Change password')],
  viewer: [says('Viewer'), offers('Save name')],
  'signing-out-everywhere': [shows('dialog', 'Sign out everywhere?'), offers('Cancel')],
  'adding-a-device': [
    shows('dialog', 'Add an authenticator app'),
    heading('Scan this code with an authenticator app'),
    offers('Add'),
  ],
  'creating-a-secret': [waits('Creating a secret for your app')],
  'removing-a-device': [shows('dialog', 'Remove Work phone?'), offers('Cancel')],
  'new-codes': [
    shows('dialog', 'Your new recovery codes'),
    heading(`Recovery codes · ${brand.name} desk`),
    says(/^k7mq-/),
    offers('Print'),
    offers('Done'),
  ],
  'creating-codes': [waits('Creating the codes')],
  'no-codes': [says(/This server does not offer recovery codes/), offers('Done')],
  'long-words': [says(/^Donaudampf/)],
  'right-to-left': [isolates(arabicName)],
}
