import type { DrawnStates } from './drawn-state.ts'
import { TextLength } from './text-length.tsx'

export const states = {
  near: { draw: () => <TextLength id="left" note="12 characters left" isOver={false} heard="" /> },
  over: { draw: () => <TextLength id="left" note="3 more than the 5,000 that fit" isOver heard="" /> },
} satisfies DrawnStates
