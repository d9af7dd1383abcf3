import { Board } from './board.tsx'
import type { DrawnStates } from './drawn-state.ts'

export const states = {
  plain: {
    draw: () => (
      <Board>
        <h2>Four regions, one day</h2>
        <p>Dark by day and by night.</p>
      </Board>
    ),
  },
} satisfies DrawnStates
