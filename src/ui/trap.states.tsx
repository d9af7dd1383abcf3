import type { DrawnStates } from './drawn-state.ts'
import { Trap } from './trap.tsx'

export const states = {
  'not-to-be-seen': {
    draw: () => (
      <form>
        <p>Between these lines is a field that nobody meets.</p>
        <Trap name="budget_note" />
        <p>That was it.</p>
      </form>
    ),
  },
} satisfies DrawnStates
