import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { WatchedConnection } from '#server/features/auth-sessions/service.ts'
import type { Keys } from '#server/lib/auth/context.ts'
import type { Database, Listener, Transaction } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { Channel, ChannelCaller, RowNotification } from './channel.ts'
import { noSuchRow, type RealtimeLimits, sessionEnded, tables } from './policy.ts'
import type { Presence } from './presence.ts'
import { readVisible } from './queries.ts'

export interface RealtimeContext {
  database: Database
  keys: Pick<Keys, 'verify'>
  clock: Clock
  log: Log
  limits: RealtimeLimits
  /** Returns true if the string is the publishable key. */
  isKey: (guess: string) => boolean
  feed: Feed
}

/**
 * The number of callers whose rights are checked at the same time. These checks use the same connection pool as all
 * other requests.
 */
const readersAtOnce = 3

/** The time limit for a statement, in seconds. A slower statement would delay the changes of all callers. */
const statementSeconds = 5

const notification = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    table: v.picklist(tables),
    type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
    id: v.pipe(v.string(), v.uuid()),
    at: v.string(),
  }),
)

/**
 * Publishes PostgreSQL's notifications to the channels in order. Changes in quick succession are checked together, and
 * only once for all channels of a caller.
 */
export class Feed implements Listener {
  readonly #context: Omit<RealtimeContext, 'feed'>
  readonly #channels = new Set<Channel>()
  #isBusy = false

  constructor(context: Omit<RealtimeContext, 'feed'>) {
    this.#context = context
  }

  add(channel: Channel): void {
    this.#channels.add(channel)
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel)
    this.showPresence(channel)
  }

  /** Sends the members who have a row open to all its presence channels, after the rights of each are checked. */
  showPresence({ topic, row }: Pick<Channel, 'topic' | 'row'>): void {
    if (!row) return
    for (const channel of this.#presenceChannels(topic)) channel.awaitPresence()
    this.catchUp()
  }

  #presenceChannels(topic: string): Channel[] {
    return [...this.#channels].filter((channel) => channel.row && channel.topic === topic)
  }

  /** A member with several channels, for example in two tabs, has one entry. */
  #presenceOf(topic: string): Presence {
    const members = new Map<string, boolean>()
    for (const { caller, typing } of this.#presenceChannels(topic)) {
      const member = String(caller?.claims.sub)
      if (caller && typing !== null) members.set(member, typing || members.get(member) === true)
    }
    return members
  }

  /** The open channels and their claims. The session watch checks that the sessions in the claims still exist. */
  watched(): WatchedConnection[] {
    return [...this.#channels].flatMap((channel) => {
      if (!channel.caller) return []
      const { claims } = channel.caller
      // A client whose token was revoked tries to rejoin, and needs a valid token to succeed.
      return { claims, end: (why) => (why === 'session' ? channel.end(sessionEnded) : channel.failMissed()) }
    })
  }

  onMessage(payload: string): void {
    const result = v.safeParse(notification, payload)
    // Any client of the database can send notifications, so payloads are validated.
    if (!result.success) return
    for (const channel of this.#channels) channel.add(result.output, this.#context.limits.changesWaiting)
    this.catchUp()
  }

  onGap(): void {
    this.#context.log.warn({ channels: this.#channels.size }, 'changes may be lost, rejoining channels')
    for (const channel of this.#channels) channel.failMissed()
  }

  /** Publishes the waiting changes of every channel that has a caller. */
  catchUp(): void {
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    try {
      while (this.#due().length > 0) {
        await sleep(this.#context.limits.gather)
        await this.#deliver()
      }
    } catch (error) {
      this.#context.log.error({ err: error }, 'publishing changes failed')
      this.onGap()
    } finally {
      this.#isBusy = false
    }
  }

  /** The channels to which changes are published. The next deadline check ends channels whose token has expired. */
  #due(): Channel[] {
    const now = this.#context.clock()
    return [...this.#channels].filter(({ caller, waiting }) => caller && caller.expires > now && waiting.length > 0)
  }

  async #deliver(): Promise<void> {
    const byCaller = new Map<string, Channel[]>()
    for (const channel of this.#due()) {
      const key = channel.caller?.key ?? ''
      byCaller.set(key, [...(byCaller.get(key) ?? []), channel])
    }
    const groups = [...byCaller.values()]
    const reader = async () => {
      for (let group = groups.pop(); group; group = groups.pop()) await this.#deliverTo(group)
    }
    await Promise.all(Array.from({ length: readersAtOnce }, reader))
  }

  async #deliverTo(channels: readonly Channel[]): Promise<void> {
    const caller = channels[0]?.caller
    if (!caller) return
    const batches = channels.map(
      (channel) => [channel, channel.waiting.splice(0, this.#context.limits.changesTogether)] as const,
    )
    try {
      const visible = await this.#readVisible(
        caller,
        batches.flatMap(([, changes]) => changes),
      )
      for (const [channel, changes] of batches) {
        // A token that arrived during the query may belong to another session or user.
        const isSame = visible ? isSamePerson(channel.caller, caller) : channel.caller?.key === caller.key
        if (!isSame) channel.failMissed()
        else if (!visible) channel.end(sessionEnded)
        else if (!channel.row) for (const change of changes.filter((each) => visible.has(each))) channel.publish(change)
        else if (changes.every((each) => visible.has(each))) channel.show(this.#presenceOf(channel.topic))
        else channel.end(noSuchRow)
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'reading changed rows failed')
      for (const channel of channels) channel.failMissed()
    }
  }

  /**
   * Returns the changes whose rows the caller can read now, and checks the caller's rights in the same transaction.
   * Returns null if the caller's session has ended.
   */
  #readVisible(
    { role, claims }: ChannelCaller,
    changes: readonly RowNotification[],
  ): Promise<ReadonlySet<RowNotification> | null> {
    const read = async (tx: Transaction) => {
      const visible = new Set<RowNotification>()
      for (const table of new Set(changes.map((change) => change.table))) {
        const own = changes.filter((change) => change.table === table)
        const asked = new Set(own.flatMap(({ type, id }) => (type === 'DELETE' ? [] : id)))
        const { isLive, hearsOfDeletions, ids } = await readVisible(tx, table, [...asked])
        if (!isLive) return null
        const readable = new Set(ids)
        for (const change of own) {
          if (change.type === 'DELETE' ? hearsOfDeletions : readable.has(change.id)) visible.add(change)
        }
      }
      return visible
    }
    return this.#context.database.transaction(role, claims, read, statementSeconds)
  }
}

/**
 * True if both callers are the same user with the same role, so that changes visible to one caller may be sent to the
 * other.
 */
const isSamePerson = (one: ChannelCaller | null, other: ChannelCaller): boolean =>
  one?.role === other.role && one.claims.sub === other.claims.sub
