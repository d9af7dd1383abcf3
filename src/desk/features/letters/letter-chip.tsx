import { stateOfLetter } from '#desk/lib/letter-words.ts'
import type { OutboxRow, OutboxState } from '#shared/contract/outbox.ts'
import { Chip, type Tone } from '#ui/chip.tsx'

const tones: Record<OutboxState, Tone> = {
  waiting: 'plain',
  sending: 'plain',
  sent: 'quiet',
  dropped: 'quiet',
  failed: 'alert',
}

/** The state of a letter; a failed attempt that will be retried is shown as such. */
export function LetterChip({ letter }: { letter: OutboxRow }) {
  const { state, attempts } = letter
  const isTried = state === 'waiting' && attempts > 0
  return <Chip tone={isTried ? 'alert' : tones[state]}>{isTried ? 'Tried' : stateOfLetter(letter)}</Chip>
}
