import { listed } from '#desk/lib/sample-records.ts'
import type { DeskState, DeskStates } from '#desk/lib/sample-responses.ts'
import { arabicName, asAgent, bookingWithCall, longName, me, otherMember, unbreakable } from '#desk/lib/samples.ts'
import {
  errorResponse,
  expectState,
  noResponse,
  type StateExpectations,
  serverError,
} from '#shared/lib/sample-states.ts'

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

export const states = {
  list: { at, answers: {} },
  loading: { at, answers: { 'rpc/desk_people': noResponse } },
  alone: { at, answers: { 'rpc/desk_people': [me] } },
  error: { at, answers: { 'rpc/desk_people': serverError } },
  'long-words': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...otherMember, name: longName, email: `${unbreakable}@example.com` }],
    },
  },
  'right-to-left': { at, answers: { 'rpc/desk_people': [me, { ...otherMember, name: arabicName }] } },
  'not-an-owner': { at, answers: asAgent },
  inviting: { at, answers: {}, steps: [['press', 'Invite a member']] },
  'invitation-refused': {
    at,
    answers: { 'auth/invite': errorResponse(429, 'An email was sent to this address a moment ago.') },
    steps: [
      ['press', 'Invite a member'],
      ['fill', 'Email address', 'shira@backline.example'],
      ['press', 'Send invitation'],
      ['see', 'a moment ago'],
    ],
  },
  suspending: {
    at,
    answers: { 'rpc/desk_people': [me, otherMember], 'rpc/list_bookings': listed([]) },
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
    answers: { ...withCalls.answers, 'rpc/list_bookings': serverError },
    steps: [['press', 'Suspend']],
  },
  'call-not-reassigned': {
    ...withCalls,
    answers: {
      ...withCalls.answers,
      'rpc/reassign_call': errorResponse(409, 'changed', { hint: 'changed' }),
    },
    steps: [
      ['press', 'Suspend'],
      ['press', 'Reassign the call with Thandi Nkosi'],
      ['see', 'was not reassigned'],
    ],
  },
  'reset-failed': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...otherMember, name: arabicName }],
      'rpc/reset_second_factor': serverError,
    },
    steps: [
      ['press', 'Reset two-step verification'],
      ['press', 'Reset'],
      ['see', 'Something went wrong'],
    ],
  },
} satisfies DeskStates

export const looks: StateExpectations<typeof states> = {
  list: [
    expectState.heading('Team'),
    ...['Active', 'Invited', 'Suspended'].map((word) => expectState.says(word)),
    expectState.says('no two-step verification yet'),
    expectState.offers('Restore access'),
    expectState.holds('Role of Karl Fisher', 'agent'),
  ],
  loading: [expectState.heading('Team'), expectState.waits('Loading')],
  alone: [expectState.says('you'), expectState.lacks('Suspend')],
  error: [expectState.warns('The team could not be loaded'), expectState.offers('Try again')],
  'long-words': [expectState.says(/^Wilhelmina/)],
  'right-to-left': [expectState.isolates(arabicName)],
  'not-an-owner': [expectState.heading('Only owners can see this page'), expectState.lacks('Invite a member')],
  inviting: [
    expectState.shows('dialog', 'Invite a member'),
    expectState.holds('Role', 'agent'),
    expectState.offers('Send invitation'),
  ],
  'invitation-refused': [
    expectState.warns('An email was sent to this address a moment ago.'),
    expectState.holds('Email address', 'shira@backline.example'),
  ],
  suspending: [
    expectState.shows('dialog', 'Suspend Karl Fisher?'),
    expectState.says(/Their history stays/),
    expectState.offers('Cancel'),
  ],
  'suspending-with-calls': [
    expectState.says(/^1 upcoming confirmed call/),
    expectState.offers(/Thandi Nkosi, Karoo Business Software$/),
    expectState.holds('New host for the call with Thandi Nkosi', me.id),
    expectState.offers('Reassign the call with Thandi Nkosi'),
  ],
  'suspending-without-other-hosts': [expectState.says(/^No other host is available at that time/)],
  'suspending-without-loaded-calls': [expectState.warns('Something went wrong'), expectState.offers('Suspend')],
  'call-not-reassigned': [expectState.warns('The call was not reassigned')],
  'reset-failed': [
    expectState.warns('Something went wrong'),
    expectState.isolates(arabicName),
    expectState.offers('Reset'),
  ],
}
