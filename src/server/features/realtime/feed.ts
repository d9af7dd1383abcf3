import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import type { Watched } from '#server/features/auth-sessions/service.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database, Listener } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { isSamePerson } from './caller.ts'
import type { Channel } from './channel.ts'
import { grouped } from './grouped.ts'
import { type RealtimeLimits, schema, tables } from './policy.ts'
import { readFor } from './reading.ts'
import { tell } from './telling.ts'
import type { Change } from './types.ts'

/** Callers who are read for at the same time: they share the connections with everybody's requests. */
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
 * Brings what PostgreSQL notified to the channels, in its order. Changes that come close together are read together,
 * once for all channels of one caller.
 */
export class Feed implements Listener {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #limits: RealtimeLimits
  readonly #channels = new Set<Channel>()
  #waiting: Change[] = []
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

  /** The channels and their claims, for the watch of sessions, which checks whether they may go on. */
  watched(): Watched[] {
    return [...this.#channels].map((channel) => ({
      claims: channel.caller.claims,
      // With its token revoked, whoever has a good one by now joins again by itself, and nobody else can.
      end: (why) => (why === 'session' ? channel.end(ended) : channel.fail(missed)),
    }))
  }

  onMessage(payload: string): void {
    if (this.#channels.size === 0) return
    const result = v.safeParse(notification, payload)
    // Everybody who may connect to the database may notify.
    if (!result.success) return
    this.#waiting.push(result.output)
    if (this.#waiting.length > this.#limits.changesWaiting) this.onGap()
    else if (!this.#isBusy) void this.#workOrMiss()
  }

  onGap(): void {
    this.#waiting = []
    this.#log.warn({ channels: this.#channels.size }, 'changes may have been missed, channels join again')
    for (const channel of this.#channels) channel.fail(missed)
  }

  async #workOrMiss(): Promise<void> {
    this.#isBusy = true
    try {
      await this.#work()
    } catch (error) {
      this.#log.error({ err: error }, 'changes could not be told')
      this.onGap()
    } finally {
      this.#isBusy = false
    }
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await sleep(this.#limits.gather)
      await this.#deliver(this.#waiting.splice(0, this.#limits.changesTogether))
    }
  }

  async #deliver(changes: readonly Change[]): Promise<void> {
    const now = this.#clock()
    // An expired one is ended by the next beat, and hears nothing until then.
    const channels = [...this.#channels].filter(({ caller }) => caller.expires > now)
    const groups = grouped(channels, ({ caller }) => caller.key)
    const reader = async () => {
      for (let group = groups.pop(); group; group = groups.pop()) await this.#deliverTo(group, changes)
    }
    await Promise.all(Array.from({ length: readersAtOnce }, reader))
  }

  /** To the channels of one caller. */
  async #deliverTo(channels: readonly Channel[], changes: readonly Change[]): Promise<void> {
    const [{ caller } = { caller: null }] = channels
    if (!caller) return
    try {
      const seen = await readFor(this.#database, caller, channels, changes)
      for (const channel of channels) {
        // A token that came while we read may be of another session, or of another person.
        if (seen === null) {
          if (channel.caller.key === caller.key) channel.end(ended)
          else channel.fail(missed)
        } else if (isSamePerson(channel.caller, caller)) {
          for (const change of changes) tell(channel, change, seen.get(change.table))
        }
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'changed rows could not be read')
      for (const channel of channels) channel.fail(missed)
    }
  }
}
