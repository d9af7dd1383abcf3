import type { DrawnStates } from './drawn-state.ts'
import { Figures } from './figures.tsx'
import { unbreakable } from './sample-words.ts'

const items = [
  { value: '24 h', label: 'until an answer' },
  { value: '1,240', label: 'proposals written' },
  { value: '98%', label: 'in time' },
]

export const states = {
  row: { draw: () => <Figures items={items} /> },
  column: { draw: () => <Figures items={items} direction="column" /> },
  'long-words': { draw: () => <Figures items={[{ value: '12,408,113', label: unbreakable }]} /> },
} satisfies DrawnStates
