import { channel } from 'node:diagnostics_channel'
import type { OutboxChannel } from '#shared/contract/outbox.ts'

/**
 * Facts for metrics, published on a Node diagnostics channel: if there is no subscriber, publishing costs only a
 * comparison. Facts contain no personal data, only names of tables and jobs, numbers, and outcomes.
 */
export interface FactChannel<Fact> {
  readonly hasSubscribers: boolean
  publish(fact: Fact): void
  /** Returns a function that ends the subscription. */
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

/** Visitors' rows were committed to the database. */
export const rowsStored = factChannel<{ table: string; rows: number }>('rows-stored')

/** A visitor's browser reported an error; `code` is the browser's error code. */
export const browserErrorReported = factChannel<{ code: string }>('fault-met')

export const jobDone = factChannel<{ job: string }>('job-done')

/** A socket of the realtime service was opened or closed. */
export const socketChanged = factChannel<{ by: 1 | -1 }>('socket-changed')

/** A delivery attempt ended. If the outcome is 'waiting', another attempt follows. */
export const deliveryTried = factChannel<{
  channel: OutboxChannel
  outcome: 'sent' | 'dropped' | 'failed' | 'waiting'
}>('delivery-tried')
