import { channel } from 'node:diagnostics_channel'
import type { OutboxChannel } from '#shared/contract/outbox.ts'

/**
 * What the parts of a process publish for its metrics, by a diagnostics channel of Node: neither knows the other, and
 * without a subscriber publishing costs a comparison. Nothing personal: names of tables and jobs, numbers, outcomes.
 */
export interface FactChannel<Fact> {
  readonly hasSubscribers: boolean
  publish(fact: Fact): void
  /** Gives what ends the subscription. */
  subscribe(listener: (fact: Fact) => void): () => void
}

function factChannel<Fact>(name: string): FactChannel<Fact> {
  const facts = channel(`backline:${name}`)
  return {
    get hasSubscribers() {
      return facts.hasSubscribers
    },
    publish: (fact) => facts.publish(fact),
    subscribe(listener) {
      const heard = (fact: unknown) => listener(fact as Fact)
      facts.subscribe(heard)
      return () => {
        facts.unsubscribe(heard)
      }
    },
  }
}

/** Rows of visitors are committed. */
export const rowsStored = factChannel<{ table: string; rows: number }>('rows-stored')

/** A visitor's browser said that something broke; `code` is what it says. */
export const faultMet = factChannel<{ code: string }>('fault-met')

/** A job that is repeated did its work. */
export const jobDone = factChannel<{ job: string }>('job-done')

/** A socket of the realtime service was opened or closed. */
export const socketChanged = factChannel<{ by: 1 | -1 }>('socket-changed')

/** A try of the outbox ended; 'waiting' for another try. */
export const deliveryTried = factChannel<{
  channel: OutboxChannel
  outcome: 'sent' | 'dropped' | 'failed' | 'waiting'
}>('delivery-tried')
