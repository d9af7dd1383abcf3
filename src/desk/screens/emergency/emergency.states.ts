import type { DeskStates } from '#desk/lib/answers.ts'
import { arabicName, asAgent, colleague, longName, me, unbreakable } from '#desk/lib/samples.ts'
import { broken, never, refused } from '#shared/lib/staged.ts'

const at = '/people/emergency'

export const states = {
  offered: { at, answers: {} },
  loading: { at, answers: { 'rpc/desk_people': never } },
  'people-not-known': { at, answers: { 'rpc/desk_people': broken } },
  'not-an-owner': { at, answers: asAgent },
  'beside-a-project': { at, answers: {}, isBesideProject: true },
  'ending-all': { at, answers: {}, steps: [['press', 'End all sessions']] },
  'replacing-the-key-failed': {
    at,
    answers: { 'rpc/replace_keys': broken },
    steps: [
      ['press', 'Replace the key'],
      ['press', 'Replace it'],
      ['see', 'Something went wrong'],
    ],
  },
  'unknown-token': {
    at,
    answers: { 'rpc/end_token': refused(404, 'No session and no token of ours.') },
    steps: [
      ['fill', 'The token', unbreakable],
      ['press', 'End it'],
      ['see', 'No session'],
    ],
  },
  'long-words': {
    at,
    answers: {
      'rpc/desk_people': [me, { ...colleague, name: longName, email: `${unbreakable}@example.com` }],
    },
    steps: [
      ['fill', 'Whose', colleague.id],
      ['press', 'End their sessions'],
    ],
  },
  'right-to-left': {
    at,
    answers: { 'rpc/desk_people': [me, { ...colleague, name: arabicName }] },
    steps: [
      ['fill', 'Whose', colleague.id],
      ['press', 'End their sessions'],
    ],
  },
} satisfies DeskStates
