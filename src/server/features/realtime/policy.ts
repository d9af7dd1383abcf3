/** The schema and tables that can be watched: triggers notify their changes. Each has the key `id`. */
export const schema = 'public'
export const tables = ['strategy_call_bookings', 'contact_messages'] as const

export type Table = (typeof tables)[number]

/** Refusals name these alternatives. */
export const offered = `Channels carry postgres_changes of ${tables
  .map((table) => `${schema}.${table}`)
  .join(' and ')} without filters; broadcast, presence and private channels are not supported`

/** PostgreSQL's notification channel; supabase/schemas/realtime.sql uses the same name. */
export const notificationChannel = 'realtime'

export const limits = {
  /** Bytes of a message from a client. */
  frameBytes: 64 * 1024,
  channels: 100,
  /** The most subscriptions of one channel. */
  subscriptions: 20,
  /** A client that reconnects joins all its channels at once and refreshes the token of each. */
  messages: 300,
  messagesWithin: 10_000,
  /** Milliseconds for a channel's token: the library needs a moment to get it from its program. */
  tokenWithin: 5000,
  sockets: 1000,
  socketsPerAddress: 50,
  /** The client sends a heartbeat every 25 seconds. */
  silence: 60_000,
  /** Bytes that the client may leave unread. */
  unread: 1024 * 1024,
  /** Changes within this many milliseconds are checked together. */
  gather: 15,
  /** The most changes that are checked together, or wait in one channel. */
  changesTogether: 500,
  changesWaiting: 10_000,
  /** Milliseconds between two checks of deadlines. */
  beat: 1000,
}

export type RealtimeLimits = typeof limits
