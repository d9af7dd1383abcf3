/** The schema and the tables that can be watched: a trigger notifies their changes. Each has the key `id`. */
export const schema = 'public'
export const tables: ReadonlySet<string> = new Set(['strategy_call_bookings', 'contact_messages'])

/** Refusals name this as the alternative. */
export const offered = `Channels here carry postgres_changes of ${[...tables]
  .map((table) => `${schema}.${table}`)
  .join(', ')}; broadcast, presence and private channels are not offered`

/** PostgreSQL's channel for notifications; the migration has the same name. */
export const channelName = 'realtime'

export const limits = {
  /** Bytes of one message from a client. */
  frameBytes: 64 * 1024,
  channels: 100,
  /** Subscriptions of one channel. */
  bindings: 20,
  /** A client that reconnects joins all its channels at once and refreshes the token of each. */
  messages: 300,
  messagesWithin: 10_000,
  /** Milliseconds for a channel's token: the library needs a moment to get it from its program. */
  tokenWithin: 5000,
  sockets: 1000,
  socketsPerAddress: 50,
  /** The client sends a heartbeat each 25 s. */
  silence: 60_000,
  /** Unread bytes of a client that does not read. */
  unread: 1024 * 1024,
  /** Changes within so many milliseconds are read together. */
  gather: 15,
  /** The most changes that are read together, and that wait. */
  changesTogether: 500,
  changesWaiting: 10_000,
  /** Milliseconds between two checks of deadlines. */
  beat: 1000,
}

export type RealtimeLimits = typeof limits
