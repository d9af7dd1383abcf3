import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Watched } from '#server/features/auth-sessions/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database, Listener } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { isSamePerson } from './caller.ts'
import type { Channel } from './channel.ts'
import { type RealtimeLimits, schema, tables } from './policy.ts'
import { publish } from './publishing.ts'
import { readFor } from './reading.ts'
import type { Change } from './types.ts'

/** Callers whose rows are read at the same time; they use the same connections as all requests. */
const readersAtOnce = 3

const ended = 'The session has ended'
const missed = 'Changes may have been missed. Join again and read anew'

const notification = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    schema: v.literal(schema),
    table: v.pipe(
      v.string(),
      v.check((table) => tables.has(table)),
    ),
    type: v.picklist(['INSERT', 'UPDATE', 'DELETE']),
    id: v.pipe(v.string(), v.uuid()),
    at: v.string(),
  }),
  v.transform(({ table, type, id, at }): Change => ({ table, kind: type, id, at })),
)

/**
 * Publishes PostgreSQL's notifications to the channels, in order. Changes in quick succession are read together, once
 * for all channels of one caller.
 */
export class Feed implements Listener {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #limits: RealtimeLimits
  readonly #channels = new Set<Channel>()
  #waiting: Change[] = []
  /** The last published changes, for channels that wait for their token. */
  #recent: Change[] = []
  /** The number of changes since the start. */
  #count = 0
  #isBusy = false

  constructor(database: Database, clock: Clock, log: Log, limits: RealtimeLimits) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  add(channel: Channel): void {
    if (channel.bindings.length > 0) this.#channels.add(channel)
  }

  remove(channel: Channel): void {
    this.#channels.delete(channel)
  }

  /** The position at which a channel begins: `heard`, if all later changes are still known, else now. */
  positionAfter(heard = this.#count): number {
    return this.#since(heard) ? heard : this.#count
  }

  #since(heard: number): readonly Change[] | null {
    const first = this.#recent.length - (this.#count - heard)
    return first < 0 ? null : this.#recent.slice(first)
  }

  /** The channels and their claims, for the session watch, which checks whether their sessions still exist. */
  watched(): Watched[] {
    return [...this.#channels].flatMap((channel) => {
      if (!channel.caller) return []
      const { claims } = channel.caller
      // After a revoked token the client joins again by itself, and succeeds only with a valid one.
      return { claims, end: (why) => (why === 'session' ? channel.end(ended) : channel.fail(missed)) }
    })
  }

  onMessage(payload: string): void {
    const result = v.safeParse(notification, payload)
    // Everybody who may connect to the database may notify, so payloads are validated.
    if (!result.success) return
    this.#waiting.push(result.output)
    if (this.#waiting.length > this.#limits.changesWaiting) this.onGap()
    else this.catchUp()
  }

  onGap(): void {
    this.#waiting = []
    this.#recent = []
    // No channel with an earlier position can continue from here.
    this.#count += 1
    this.#log.warn({ channels: this.#channels.size }, 'changes may have been missed, channels join again')
    for (const channel of this.#channels) channel.fail(missed)
  }

  /** Publishes the missing changes to each channel that has a caller. */
  catchUp(): void {
    if (!this.#isBusy) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    try {
      while (this.#waiting.length > 0 || this.#behind().length > 0) {
        await sleep(this.#limits.gather)
        const changes = this.#waiting.splice(0, this.#limits.changesTogether)
        this.#count += changes.length
        this.#recent = [...this.#recent, ...changes].slice(-this.#limits.changesTogether)
        await this.#deliver()
      }
    } catch (error) {
      this.#log.error({ err: error }, 'changes could not be published')
      this.onGap()
    } finally {
      this.#isBusy = false
    }
  }

  #behind(): Channel[] {
    const now = this.#clock()
    // A channel with an expired token gets nothing, and is ended by the next beat.
    const isBehind = ({ caller, heard }: Channel) => caller && caller.expires > now && heard < this.#count
    return [...this.#channels].filter(isBehind)
  }

  async #deliver(): Promise<void> {
    const byCaller = new Map<string, Channel[]>()
    for (const channel of this.#behind()) {
      const key = `${channel.heard} ${channel.caller?.key}`
      byCaller.set(key, [...(byCaller.get(key) ?? []), channel])
    }
    const groups = [...byCaller.values()]
    const reader = async () => {
      for (let group = groups.pop(); group; group = groups.pop()) await this.#deliverTo(group)
    }
    await Promise.all(Array.from({ length: readersAtOnce }, reader))
  }

  /** Publishes to channels of one caller with the same position. */
  async #deliverTo(channels: readonly Channel[]): Promise<void> {
    const [{ caller, heard } = { caller: null, heard: 0 }] = channels
    const [changes, count] = [this.#since(heard), this.#count]
    if (!caller || !changes) {
      for (const channel of channels) channel.fail(missed)
      return
    }
    try {
      const seen = await readFor(this.#database, caller, channels, changes)
      for (const channel of channels) {
        // A token that arrived during the reading may belong to another session or person.
        if (seen === null) {
          if (channel.caller?.key === caller.key) channel.end(ended)
          else channel.fail(missed)
        } else if (channel.caller && isSamePerson(channel.caller, caller)) {
          for (const change of changes) publish(channel, change, seen.get(change.table))
        }
        channel.heard = count
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'changed rows could not be read')
      for (const channel of channels) channel.fail(missed)
    }
  }
}
