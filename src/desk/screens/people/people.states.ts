import type { DeskStates } from '#desk/lib/answers.ts'
import { arabicName, asAgent, colleague, longName, me, unbreakable } from '#desk/lib/samples.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

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
