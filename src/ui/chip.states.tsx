import { Chip, type Tone } from './chip.tsx'
import type { DrawnStates } from './drawn-state.ts'
import { arabic, unbreakable } from './sample-words.ts'

const chip = (tone: Tone, words: string) => ({ draw: () => <Chip tone={tone}>{words}</Chip> })

export const states = {
  signal: chip('signal', 'Invited'),
  alert: chip('alert', 'Spam?'),
  ink: chip('ink', 'New'),
  plain: chip('plain', 'Confirmed'),
  quiet: chip('quiet', 'Closed'),
  'long-words': chip('alert', unbreakable),
  'right-to-left': chip('plain', arabic),
} satisfies DrawnStates
