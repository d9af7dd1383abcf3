import { Bones } from './bones.tsx'
import type { DrawnStates } from './drawn-state.ts'

export const states = {
  loading: { draw: () => <Bones label="Loading the bookings" /> },
  'one-line': { draw: () => <Bones lines={1} /> },
} satisfies DrawnStates
