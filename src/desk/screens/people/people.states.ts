import type { DeskState, DeskStates } from '#desk/lib/sample-answers.ts'
import { listed } from '#desk/lib/sample-records.ts'
import { arabicName, asAgent, called, colleague, longName, me, unbreakable } from '#desk/lib/samples.ts'
import { broken, type Looks, never, refused, see } from '#shared/lib/sample-states.ts'

const at = '/people'

const withCalls = {
  at,
  answers: {
    'rpc/desk_people': [me, colleague],
    'rpc/list_bookings': listed([called(1, -26, 'confirmed', { assigned_to: colleague.id })]),
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

export const states = {
  list: { at, answers: {} },
  loading: { at, answers: { 'rpc/desk_people': never } },
  alone: { at, answers: { 'rpc/desk_people': [me] } },
  error: { at, answers: { 'rpc/desk_people': broken } },
  'long-words': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...colleague, name: longName, email: `${unbreakable}@example.com` }],
    },
  },
  'right-to-left': { at, answers: { 'rpc/desk_people': [me, { ...colleague, name: arabicName }] } },
  'not-an-owner': { at, answers: asAgent },
  inviting: { at, answers: {}, steps: [['press', 'Invite a member']] },
  'invitation-refused': {
    at,
    answers: { 'auth/invite': refused(429, 'A letter was sent to this address a moment ago.') },
    steps: [
      ['press', 'Invite a member'],
      ['fill', 'Email address', 'shira@backline.example'],
      ['press', 'Send invitation'],
      ['see', 'a moment ago'],
    ],
  },
  suspending: {
    at,
    answers: { 'rpc/desk_people': [me, colleague], 'rpc/list_bookings': listed([]) },
    steps: [
      ['press', 'Suspend'],
      ['see', 'No upcoming confirmed calls'],
    ],
  },
  'suspending-with-calls': { ...withCalls, steps: [['press', 'Suspend']] },
  'suspending-without-other-hosts': {
    ...withCalls,
    answers: { ...withCalls.answers, 'rpc/hosts_for_call': [] },
    steps: [['press', 'Suspend']],
  },
  'suspending-without-loaded-calls': {
    ...withCalls,
    answers: { ...withCalls.answers, 'rpc/list_bookings': broken },
    steps: [['press', 'Suspend']],
  },
  'call-not-reassigned': {
    ...withCalls,
    answers: { ...withCalls.answers, 'rpc/reassign_call': refused(409, 'changed', { hint: 'changed' }) },
    steps: [
      ['press', 'Suspend'],
      ['press', 'Reassign the call with Thandi Nkosi'],
      ['see', 'was not reassigned'],
    ],
  },
  'reset-failed': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...colleague, name: arabicName }],
      'rpc/reset_second_factor': broken,
    },
    steps: [
      ['press', 'Reset two-step verification'],
      ['press', 'Reset'],
      ['see', 'Something went wrong'],
    ],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  list: [
    see.heading('Team'),
    ...['Active', 'Invited', 'Suspended'].map((word) => see.says(word)),
    see.says('no two-step verification yet'),
    see.offers('Restore access'),
    see.holds('Role of Karl Fisher', 'agent'),
  ],
  loading: [see.heading('Team'), see.waits('Loading')],
  alone: [see.says('you'), see.lacks('Suspend')],
  error: [see.warns('The team could not be loaded'), see.offers('Try again')],
  'long-words': [see.says(/^Wilhelmina/)],
  'right-to-left': [see.isolates(arabicName)],
  'not-an-owner': [see.heading('Only owners can see this'), see.lacks('Invite a member')],
  inviting: [
    see.shows('dialog', 'Invite a member'),
    see.holds('Role', 'agent'),
    see.offers('Send invitation'),
  ],
  'invitation-refused': [
    see.warns('A letter was sent to this address a moment ago.'),
    see.holds('Email address', 'shira@backline.example'),
  ],
  suspending: [
    see.shows('dialog', 'Suspend Karl Fisher?'),
    see.says(/Their history stays/),
    see.offers('Cancel'),
  ],
  'suspending-with-calls': [
    see.says(/^1 upcoming confirmed call/),
    see.offers(/Thandi Nkosi, Karoo Business Software$/),
    see.holds('New host for the call with Thandi Nkosi', me.id),
    see.offers('Reassign the call with Thandi Nkosi'),
  ],
  'suspending-without-other-hosts': [see.says(/^No other host is available then/)],
  'suspending-without-loaded-calls': [see.warns('Something went wrong'), see.offers('Suspend')],
  'call-not-reassigned': [see.warns('The call was not reassigned')],
  'reset-failed': [see.warns('Something went wrong'), see.isolates(arabicName), see.offers('Reset')],
}
