import type { OutboxState } from '#shared/contract/outbox.ts'

/** The table and row that a part of a record belongs to. */
export interface RecordPlace {
  /** The first part of the cache keys. */
  name: 'bookings' | 'messages'
  table: 'strategy_call_bookings' | 'contact_messages'
  id: string
}

export interface Note {
  id: string
  at: string
  author: string | null
  body: string
  mentioned?: readonly string[] | undefined
}

export interface Reply extends Note {
  author: string
  /** Of its letter; null if that is gone. */
  state: OutboxState | null
  reason: string | null
}

export interface TimelineEntry {
  at: string
  actor: string | null
  action: string
  details: Record<string, unknown>
}
