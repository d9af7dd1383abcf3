import { faultOf, isFiled } from '#desk/lib/letter-words.ts'
import type { OutboxRow } from '#shared/contract/outbox.ts'
import { Notice } from './notice.tsx'

/** What is wrong with a letter and what to do about it; renders nothing if all is well. */
export function LetterTrouble({ letter }: { letter: OutboxRow }) {
  const { state, attempts, is_doubtful, reason } = letter
  if (state === 'dropped') return reason && <Notice tone="plain">Not sent: {reason}.</Notice>
  if (isFiled(letter)) {
    return (
      <Notice tone="plain">
        There was no mail server, so this letter was written to a file on our server, and nobody has got it.
      </Notice>
    )
  }
  if (state === 'sent') {
    return (
      is_doubtful && (
        <Notice tone="plain">
          A try before this one may have arrived too: the mail server had all of it and did not answer.
        </Notice>
      )
    )
  }
  const isTried = state === 'waiting' && attempts > 0 && reason !== null
  if (state !== 'failed' && !isTried) return null
  const { says, todo } = faultOf(letter)
  return (
    <Notice tone="alert" code={reason}>
      <strong>{says}</strong> {isTried ? 'It is tried again by itself.' : todo}
    </Notice>
  )
}
