import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { Known } from '#shared/contract/known.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import { bookingStatusWords, messageStatusWords } from './words.ts'

/** The signal colour is reserved for urgent rows: most rows of a list may be new. */
const tones: Record<Known<BookingStatus | MessageStatus>, Tone> = {
  unknown: 'alert',
  new: 'ink',
  'spam?': 'alert',
  confirmed: 'plain',
  held: 'quiet',
  'no-show': 'quiet',
  cancelled: 'quiet',
  answered: 'quiet',
  closed: 'quiet',
  spam: 'quiet',
}

const words = { ...bookingStatusWords, ...messageStatusWords }

export const StatusChip = ({ status }: { status: Known<BookingStatus | MessageStatus> }) => (
  <Chip tone={tones[status]}>{words[status]}</Chip>
)
