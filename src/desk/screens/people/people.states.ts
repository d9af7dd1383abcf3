import { listed } from '#desk/lib/sample-records.ts'
import { type DeskState, type DeskStates, variantsOf } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, bookingWithCall, longName, me, otherMember, unbreakable } from '#desk/lib/samples.ts'
import { errorResponse, expectState, pending, type StateExpectations, serverError } from '#shared/lib/sample-states.ts'

const at = '/people'

const withCalls = {
  at,
  answers: {
    'rpc/desk_people': [me, otherMember],
    'rpc/list_bookings': listed([bookingWithCall(1, -26, 'confirmed', { assigned_to: otherMember.id })]),
    'rpc/hosts_for_call': [
      {
        id: me.id,
        name: me.name,
        is_free: true,
        reasons: [],
        last_given_at: null,
        is_proposed: true,
        is_held: false,
      },
    ],
  },
} satisfies DeskState

const show = variantsOf({ at, answers: {} })

export const states = {
  list: show(),
  loading: show({ 'rpc/desk_people': pending }),
  alone: show({ 'rpc/desk_people': [me] }),
  error: show({ 'rpc/desk_people': serverError }),
  'long-words': show({
    'rpc/desk_people': [me, { ...otherMember, name: longName, email: `${unbreakable}@example.com` }],
  }),
  'right-to-left': show({ 'rpc/desk_people': [me, { ...otherMember, name: arabicName }] }),
  'not-an-owner': show(asAgent),
  inviting: show({}, ['press', 'Invite a member']),
  'invitation-refused': show(
    { 'auth/invite': errorResponse(429, 'An email was sent to this address a moment ago.') },
    ['press', 'Invite a member'],
    ['fill', 'Email address', 'shira@backline.example'],
    ['press', 'Send invitation'],
    ['see', 'a moment ago'],
  ),
  suspending: show(
    { 'rpc/desk_people': [me, otherMember], 'rpc/list_bookings': listed([]) },
    ['press', 'Suspend'],
    ['see', 'No upcoming confirmed calls'],
  ),
  'suspending-with-calls': { ...withCalls, steps: [['press', 'Suspend']] },
  'suspending-without-other-hosts': variantsOf(withCalls)({ 'rpc/hosts_for_call': [] }, ['press', 'Suspend']),
  'suspending-without-loaded-calls': variantsOf(withCalls)({ 'rpc/list_bookings': serverError }, ['press', 'Suspend']),
  'call-not-reassigned': variantsOf(withCalls)(
    { 'rpc/reassign_call': errorResponse(409, 'changed', { hint: 'changed' }) },
    ['press', 'Suspend'],
    ['press', 'Reassign the call with Thandi Nkosi'],
    ['see', 'was not reassigned'],
  ),
  'reset-failed': show(
    { 'rpc/desk_people': [me, { ...otherMember, name: arabicName }], 'rpc/reset_second_factor': serverError },
    ['press', 'Reset two-step verification'],
    ['press', 'Reset'],
    ['see', 'Something went wrong'],
  ),
} satisfies DeskStates

const { heading, holds, isolates, lacks, offers, says, shows, waits, warns } = expectState

export const looks: StateExpectations<typeof states> = {
  list: [
    heading('Team'),
    ...['Active', 'Invited', 'Suspended'].map((word) => says(word)),
    says('no two-step verification yet'),
    offers('Restore access'),
    holds('Role of Karl Fisher', 'agent'),
  ],
  loading: [heading('Team'), waits('Loading')],
  alone: [says('you'), lacks('Suspend')],
  error: [warns('The team could not be loaded'), offers('Try again')],
  'long-words': [says(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  'not-an-owner': [heading('Only owners can see this page'), lacks('Invite a member')],
  inviting: [shows('dialog', 'Invite a member'), holds('Role', 'agent'), offers('Send invitation')],
  'invitation-refused': [
    warns('An email was sent to this address a moment ago.'),
    holds('Email address', 'shira@backline.example'),
  ],
  suspending: [shows('dialog', 'Suspend Karl Fisher?'), says(/Their history stays/), offers('Cancel')],
  'suspending-with-calls': [
    says(/^1 upcoming confirmed call/),
    offers(/Thandi Nkosi, Karoo Business Software$/),
    holds('New host for the call with Thandi Nkosi', me.id),
    offers('Reassign the call with Thandi Nkosi'),
  ],
  'suspending-without-other-hosts': [says(/^No other host is available at that time/)],
  'suspending-without-loaded-calls': [warns('Something went wrong'), offers('Suspend')],
  'call-not-reassigned': [warns('The call was not reassigned')],
  'reset-failed': [warns('Something went wrong'), isolates(arabicName), offers('Reset')],
}
