import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import { bookingStatusWords, messageStatusWords } from './words.ts'

/** The signal colour is left to what is urgent: of a list, most rows may be new. */
const tones: Record<BookingStatus | MessageStatus, Tone> = {
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

/** The state of a booking or a message, as it looks everywhere. */
export const StatusChip = ({ status }: { status: BookingStatus | MessageStatus }) => (
  <Chip tone={tones[status]}>{words[status]}</Chip>
)
