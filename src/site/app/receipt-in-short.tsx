import { navigation } from '#content/navigation.ts'
import type { SentBooking } from '#site/features/booking/types.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

const { title, text, dismiss } = navigation.receiptInShort

/** The fallback if the receipt's chunk cannot be loaded: confirms the request with its reference. */
export function ReceiptInShort({ sent, onDismiss }: { sent: SentBooking; onDismiss: () => void }) {
  return (
    <Notice title={title} text={text(sent.id.slice(0, 8).toUpperCase())} floating>
      <Button size="small" onClick={onDismiss}>
        {dismiss}
      </Button>
    </Notice>
  )
}
