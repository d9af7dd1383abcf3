import { channel } from 'node:diagnostics_channel'
import type { OutboxChannel } from '#shared/contract/outbox.ts'

/**
 * What the parts of a process tell whoever measures it, by a channel of Node: neither knows the other, and where nobody hears,
 * telling costs a comparison. Nothing personal is told: names of tables and jobs, numbers, outcomes.
 */
export interface Telling<Fact> {
  readonly isHeard: boolean
  tell(fact: Fact): void
  /** Gives what ends the hearing. */
  hear(listener: (fact: Fact) => void): () => void
}

function telling<Fact>(name: string): Telling<Fact> {
  const facts = channel(`backline:${name}`)
  return {
    get isHeard() {
      return facts.hasSubscribers
    },
    tell: (fact) => facts.publish(fact),
    hear(listener) {
      const heard = (fact: unknown) => listener(fact as Fact)
      facts.subscribe(heard)
      return () => {
        facts.unsubscribe(heard)
      }
    },
  }
}

/** Rows of visitors are committed. */
export const rowsStored = telling<{ table: string; rows: number }>('rows-stored')

/** A visitor's browser said that something broke; `code` is what it says. */
export const faultMet = telling<{ code: string }>('fault-met')

/** A job that is repeated did its work. */
export const jobDone = telling<{ job: string }>('job-done')

/** A socket of the realtime service was opened or closed. */
export const socketChanged = telling<{ by: 1 | -1 }>('socket-changed')

/** A try of the outbox ended; 'waiting' for another try. */
export const deliveryTried = telling<{
  channel: OutboxChannel
  outcome: 'sent' | 'dropped' | 'failed' | 'waiting'
}>('delivery-tried')
