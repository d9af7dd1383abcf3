import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { arabicName, asAgent, colleague, longName, me, unbreakable } from '#desk/lib/samples.ts'
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
  says,
  shows,
  waits,
  warns,
} from '#shared/lib/sample-states.ts'

const at = '/people'

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
  inviting: { at, answers: {}, steps: [['press', 'Invite somebody']] },
  'invitation-refused': {
    at,
    answers: { 'auth/invite': refused(429, 'A letter was sent to this address a moment ago.') },
    steps: [
      ['press', 'Invite somebody'],
      ['fill', 'E-mail address', 'shira@backline.example'],
      ['press', 'Send the invitation'],
      ['see', 'a moment ago'],
    ],
  },
  stopping: { at, answers: { 'rpc/desk_people': [me, colleague] }, steps: [['press', 'Stop']] },
  'reset-failed': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...colleague, name: arabicName }],
      'rpc/reset_second_factor': broken,
    },
    steps: [
      ['press', 'Reset second step'],
      ['press', 'Reset it'],
      ['see', 'Something went wrong'],
    ],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  list: [
    heading('People'),
    ...['Active', 'Invited', 'Stopped'].map((word) => says(word)),
    says('no second step yet'),
    offers('Let in again'),
    holds('Role of Karl Fisher', 'agent'),
  ],
  loading: [heading('People'), waits('Loading')],
  alone: [says('you'), lacks('Stop')],
  error: [warns('The people could not be fetched'), offers('Try again')],
  'long-words': [says(/^Wilhelmina/)],
  'right-to-left': [isolates(arabicName)],
  'not-an-owner': [heading('This is for owners'), lacks('Invite somebody')],
  inviting: [shows('dialog', 'Invite somebody'), holds('Role', 'agent'), offers('Send the invitation')],
  'invitation-refused': [
    warns('A letter was sent to this address a moment ago.'),
    holds('E-mail address', 'shira@backline.example'),
  ],
  stopping: [shows('dialog', 'Stop Karl Fisher?'), says(/What they did stays/), offers('Leave it')],
  'reset-failed': [warns('Something went wrong'), isolates(arabicName), offers('Reset it')],
}
