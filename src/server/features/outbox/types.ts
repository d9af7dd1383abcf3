import type { OutboxChannel } from '#shared/contract/outbox.ts'

/** One thing to be sent, as whoever sends it gets it. Times are milliseconds since 1970. */
export interface Item {
  id: string
  createdAt: number
  channel: OutboxChannel
  kind: string
  bookingId: string | null
  messageId: string | null
  userId: string | null
  webhookId: string | null
  recipient: string | null
  facts: Readonly<Record<string, unknown>>
  sealed: string | null
  /** This try included. */
  attempts: number
  isDoubtful: boolean
}

/** What became of a try. */
export type Outcome =
  | { state: 'sent'; sentAs?: string; reason?: string }
  /** It is no longer true, or nobody's any more; `reason` for the desk. */
  | { state: 'dropped'; reason: string }
  | {
      state: 'missed'
      /** A code and a sentence without addresses, for the desk. */
      reason: string
      /** The other side had everything and said nothing: it may have arrived. */
      isDoubtful: boolean
      /** The same try would end the same way. */
      isFinal: boolean
      /** It is about whom this goes to alone: nothing that an operator could mend. */
      isOfAddress?: boolean
      /** The other side asked not to be tried before this moment; milliseconds since 1970. */
      notBefore?: number
      /** It was not about this item: nothing of the channel would get through now, so the channel rests for a moment. */
      isGeneral?: boolean
    }

/**
 * Sends one thing; never throws for what the other side does. `signal` ends the try: the item is no longer ours, or we
 * are about to end.
 */
export type Send = (item: Item, signal: AbortSignal) => Promise<Outcome>
