import type { DrawnStates } from './drawn-state.ts'
import { PasswordField } from './password-field.tsx'
import { unbreakable } from './sample-words.ts'

const field = {
  id: 'password',
  name: 'password',
  label: 'New password',
  autoComplete: 'new-password',
} as const

export const states = {
  hidden: { draw: () => <PasswordField {...field} hint="At least 12 characters." /> },
  shown: {
    draw: () => <PasswordField {...field} />,
    steps: [
      ['fill', 'New password', 'seven ducks on a pond'],
      ['press', 'Show: New password'],
    ],
  },
  error: {
    draw: () => <PasswordField {...field} hint="At least 12 characters." error="That is too short." />,
  },
  'long-words': {
    draw: () => <PasswordField {...field} label={unbreakable} hint={unbreakable} error={unbreakable} />,
  },
} satisfies DrawnStates
