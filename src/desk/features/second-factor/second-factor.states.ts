import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices } from '#desk/lib/sample-devices.ts'
import {
  broken,
  faults,
  heading,
  type Looks,
  never,
  offers,
  refused,
  says,
  waits,
  warns,
} from '#shared/lib/sample-states.ts'

const at = '/account'
const answers = { ...devices, 'rpc/my_sessions': [] }
const adding = [
  ['press', 'Add a device'],
  ['fill', 'What do you call it?', 'Tablet'],
  ['press', 'Go on'],
] as const

export const states = {
  'making-a-secret': { at, answers: { ...answers, 'auth/enrol': never }, steps: adding },
  'no-secret': {
    at,
    answers: { ...answers, 'auth/enrol': broken },
    steps: [...adding, ['see', 'Try again']],
  },
  'wrong-code': {
    at,
    answers: { ...answers, 'auth/verify': refused(422, 'no', { code: 'mfa_verification_failed' }) },
    steps: [
      ...adding,
      ['fill', 'The code that your app shows now', '123456'],
      ['see', 'This code is not right'],
    ],
  },
  'making-codes': {
    at,
    answers: { ...answers, 'auth/new-recovery-codes': never },
    steps: [['press', 'Make new codes']],
  },
  'no-codes-to-give': {
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
  sheet: {
    at,
    answers,
    steps: [
      ['press', 'Make new codes'],
      ['see', 'Recovery codes · Backline desk'],
    ],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  'making-a-secret': [waits('Making a secret for your app')],
  'no-secret': [warns('No connection'), offers('Try again')],
  'wrong-code': [warns('This code is not right'), faults(/The code that your app shows now/)],
  'making-codes': [waits('Making the codes')],
  'no-codes-to-give': [says(/This server gives no recovery codes/), offers('I have kept them')],
  sheet: [heading('Recovery codes · Backline desk'), says(/^k7mq-/), offers('Print')],
}
