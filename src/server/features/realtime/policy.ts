/**
 * The schema and tables that can be watched. Triggers send notifications about these tables. The primary key of each
 * table is `id`.
 */
export const schema = 'public'
export const tables = ['strategy_call_bookings', 'contact_messages'] as const

export type NotifiedTable = (typeof tables)[number]

export const supportedChannels = `Channels carry postgres_changes of ${tables
  .map((table) => `${schema}.${table}`)
  .join(
    ' and ',
  )} without filters, or presence with the topic presence:<table>:<id>; broadcast and private channels are not supported`

export const sessionEnded = 'The session has ended'
export const noSuchRow = 'The row does not exist, or you are not a member who may read it'

/** The channel for PostgreSQL's notifications, which has the same name in supabase/schemas/realtime.sql. */
export const notificationChannel = 'realtime'

export const limits = {
  /** The maximum size of a message from a client, in bytes. */
  frameBytes: 64 * 1024,
  channels: 100,
  /** The maximum number of subscriptions per channel. */
  subscriptions: 20,
  /**
   * The maximum number of messages in `messagesWithin` milliseconds. A client that reconnects sends many messages,
   * because it joins all its channels at once and refreshes the token of each channel.
   */
  messages: 300,
  messagesWithin: 10_000,
  /** Milliseconds to wait for a channel's token, because the client library needs a moment to get the token. */
  tokenWithin: 5000,
  sockets: 1000,
  socketsPerAddress: 50,
  /** Milliseconds without a message after which a socket is closed; the client sends a heartbeat every 25 seconds. */
  silence: 60_000,
  /** The maximum number of bytes that a client can leave unread. */
  unread: 1024 * 1024,
  /** Changes within this many milliseconds are checked together. */
  gather: 15,
  /** The maximum numbers of changes that are checked together and that wait in one channel. */
  changesTogether: 500,
  changesWaiting: 10_000,
  /** Milliseconds between checks of deadlines. */
  beat: 1000,
}

export type RealtimeLimits = typeof limits
