import type { DeskStates } from '#desk/lib/sample-answers.ts'
import { devices } from '#desk/lib/sample-devices.ts'
import { faults, type Looks, offers, refused, says, warns } from '#shared/lib/sample-states.ts'

const at = '/account'
const answers = { ...devices, 'rpc/my_sessions': [] }
const change = [
  ['fill', 'New password', 'seven ducks on a pond'],
  ['press', 'Change the password'],
] as const

export const states = {
  empty: { at, answers },
  'too-short': { at, answers, steps: [['fill', 'New password', 'duck']] },
  long: { at, answers, steps: [['fill', 'New password', 'seven ducks on a pond']] },
  'same-as-before': {
    at,
    answers: { ...answers, 'auth/user': refused(422, 'same', { code: 'same_password' }) },
    steps: [...change, ['see', 'the password you have already']],
  },
} satisfies DeskStates

export const looks: Looks<typeof states> = {
  empty: [says(/12 characters/), offers('Change the password')],
  'too-short': [says(/8 more/)],
  long: [offers('Change the password')],
  'same-as-before': [warns('That is the password you have already.'), faults('New password')],
}
