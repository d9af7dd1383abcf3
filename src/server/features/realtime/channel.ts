import type { RequestRole } from '#server/lib/db/database.ts'
import type { Frame } from './frames.ts'
import { type NotifiedTable, schema } from './policy.ts'
import { type Presence, type PresenceRow, presenceUpdate } from './presence.ts'

/** The account whose rights apply to a channel. */
export interface ChannelCaller {
  role: RequestRole
  claims: Readonly<Record<string, unknown>>
  /** A string shared by all callers that have the same rights in the database. */
  key: string
  /** The time at which the token expires, in milliseconds since 1970. */
  expires: number
}

/** An entry in `postgres_changes`, exactly as the client sent it, because the client compares it with our response. */
export interface Subscription {
  event: '*' | RowNotification['type']
  schema: string
  table: NotifiedTable
}

/** The row `id` of a table was inserted, updated or deleted. */
export interface RowNotification {
  table: NotifiedTable
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  id: string
  at: string
}

const missed = 'Changes may have been missed. Rejoin the channel and reload the data'

export class Channel {
  /** The caller whose rights apply; null until the channel's token arrives. */
  caller: ChannelCaller | null
  /** Changes not yet checked against the caller's rights. */
  waiting: RowNotification[] = []
  /** True if the member is typing a reply; null if the client does not track itself. */
  typing: boolean | null = null
  readonly topic: string
  readonly joinRef: string | null
  readonly subscriptions: readonly Subscription[]
  readonly row: PresenceRow | null
  #shown: Presence | null = null
  /** The time by which the token must arrive, in milliseconds since 1970. */
  readonly #awaitsUntil: number
  readonly #send: (frame: Frame) => void
  readonly #onClosed: (channel: Channel) => void
  #isOpen = true

  constructor(
    join: Pick<Channel, 'topic' | 'joinRef' | 'caller' | 'subscriptions' | 'row'> & { awaitsUntil: number },
    send: (frame: Frame) => void,
    onClosed: (channel: Channel) => void,
  ) {
    this.topic = join.topic
    this.joinRef = join.joinRef
    this.caller = join.caller
    this.subscriptions = join.subscriptions
    this.row = join.row
    this.#awaitsUntil = join.awaitsUntil
    this.#send = send
    this.#onClosed = onClosed
  }

  /**
   * The time at which the token expires. Before a token arrives, the time at which the channel stops waiting for the
   * token.
   */
  get expires(): number {
    return this.caller?.expires ?? this.#awaitsUntil
  }

  /** Stores a change to which the channel has subscribed, until the caller's rights are checked. */
  add(change: RowNotification, most: number): void {
    if (this.#subscribedTo(change).length > 0) this.waiting.push(change)
    if (this.waiting.length > most) this.failMissed()
  }

  #subscribedTo(change: RowNotification): number[] {
    return this.subscriptions.flatMap(({ table, event }, index) =>
      table === change.table && (event === '*' || event === change.type) ? index + 1 : [],
    )
  }

  /** Sends only the key of a changed row, because the client reads the row with the client's own rights. */
  publish(change: RowNotification): void {
    const { type, table, id, at } = change
    const data = {
      type,
      schema,
      table,
      commit_timestamp: at,
      columns: [{ name: 'id', type: 'uuid' }],
      ...(type !== 'DELETE' && { record: { id } }),
      ...(type !== 'INSERT' && { old_record: { id } }),
      errors: null,
    }
    this.#push('postgres_changes', { ids: this.#subscribedTo(change), data })
  }

  /** Queues one check of the rights to the channel's row; then `show` sends the members who have it open. */
  awaitPresence(): void {
    if (this.row && this.waiting.length === 0) this.waiting.push({ ...this.row, type: 'UPDATE', at: '' })
  }

  show(present: Presence): void {
    const update = presenceUpdate(this.#shown, present)
    this.#shown = present
    if (update) this.#push(update.event, update.payload)
  }

  #push(event: string, payload: unknown, ref: string | null = null): void {
    if (this.#isOpen) this.#send({ joinRef: this.joinRef, ref, topic: this.topic, event, payload })
  }

  say(status: 'ok' | 'error', message: string, extension = 'system'): void {
    this.#push('system', { extension, status, message, channel: this.topic.replace(/^realtime:/, '') })
  }

  /** Ends the channel with an error, so that the client rejoins and knows that it may have missed changes. */
  fail(message: string): void {
    this.say('error', message)
    this.#push('phx_error', { reason: message }, this.joinRef)
    this.close()
  }

  failMissed(): void {
    this.fail(missed)
  }

  /** Ends the channel permanently, so that the client does not rejoin. */
  end(message: string): void {
    this.say('error', message)
    this.leave()
  }

  leave(): void {
    // The client ignores a phx_close that does not have the ref of its join.
    this.#push('phx_close', {}, this.joinRef)
    this.close()
  }

  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.waiting = []
    this.#onClosed(this)
  }
}
