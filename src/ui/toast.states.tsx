import { Button } from './button.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'
import { tell } from './toast.tsx'

const told = (words: string, options: Parameters<typeof tell>[1] = {}) => ({
  draw: () => <Button onClick={() => tell(words, options)}>Do it</Button>,
  steps: [
    ['press', 'Do it'],
    ['see', words],
  ] as const,
})

export const states = {
  done: told('Marked as spam.'),
  undo: told('Cancelled. The hour is free.', { undo: () => {} }),
  alert: told('Not undone. No connection.', { isAlert: true }),
  'long-words': told(unbreakable, { undo: () => {} }),
  'right-to-left': told(`${arabic} may come in again.`),
} satisfies DrawnStates
