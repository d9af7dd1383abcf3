import type { OutboxChannel } from '#shared/contract/outbox.ts'

/** One item to send. Times are milliseconds since 1970. */
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
  /** Includes this attempt. */
  attempts: number
  isDoubtful: boolean
}

export type Outcome =
  | { state: 'sent'; sentAs?: string; reason?: string }
  /** The item is no longer true, or has no recipient any more; `reason` is for the desk. */
  | { state: 'dropped'; reason: string }
  | {
      state: 'missed'
      /** A code and a sentence without addresses, for the desk. */
      reason: string
      /** The other server has received everything and did not answer, so the item may have arrived. */
      isDoubtful: boolean
      /** Another attempt would end the same way. */
      isFinal: boolean
      /** The fault concerns this recipient alone: the operator cannot repair it. */
      isOfAddress?: boolean
      /** The other server asked for no attempt before this moment; milliseconds since 1970. */
      notBefore?: number
      /** The fault does not concern this item: everything on the channel would fail now, so the channel rests. */
      isGeneral?: boolean
    }

/**
 * Sends one item; never throws for a fault of the other server. `signal` aborts the attempt when the process no longer
 * owns the item or is about to end.
 */
export type Send = (item: Item, signal: AbortSignal) => Promise<Outcome>
