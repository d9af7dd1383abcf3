/** The schema and the tables that can be watched: those whose trigger tells of changes. Each has the key `id`. */
export const schema = 'public'
export const tables: ReadonlySet<string> = new Set(['strategy_call_bookings', 'contact_messages'])

/** What a refusal says there is instead. */
export const offered = `Channels here carry postgres_changes of ${[...tables]
  .map((table) => `${schema}.${table}`)
  .join(', ')}; broadcast, presence and private channels are not offered`

/** Where PostgreSQL tells of them; the migration says the same. */
export const channelName = 'realtime'

export const limits = {
  /** Bytes of one message from a client. */
  frameBytes: 64 * 1024,
  channels: 100,
  /** What one channel may watch. */
  bindings: 20,
  /** A client that reconnects joins all its channels at once and refreshes the token of each. */
  messages: 300,
  messagesWithin: 10_000,
  /** How long a channel may await its token, in milliseconds: the library's question to its program takes a moment. */
  tokenWithin: 5000,
  sockets: 1000,
  socketsPerAddress: 50,
  /** The client sends a heartbeat each 25 s. */
  silence: 60_000,
  /** Bytes that wait for a client that does not read. */
  unread: 1024 * 1024,
  /** Changes that come within so many milliseconds are read together. */
  gather: 15,
  /** So many are read together at most, and so many wait at most. */
  changesTogether: 500,
  changesWaiting: 10_000,
  /** How often time is looked at. */
  beat: 1000,
}

export type RealtimeLimits = typeof limits
