import type { DrawnStates } from './drawn-state.ts'
import { Icon } from './icon.tsx'

export const states = {
  all: {
    draw: () => (
      <p>
        <Icon name="arrow" /> <Icon name="back" /> <Icon name="check" /> <Icon name="close" />{' '}
        <Icon name="out" />
      </p>
    ),
  },
} satisfies DrawnStates
