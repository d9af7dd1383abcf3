import { setMaxListeners } from 'node:events'
import type { Delivery, Parcel, Sent } from './delivery.ts'
import { judge } from './fault.ts'

/** Milliseconds. */
export interface HandoverTiming {
  /** From the beginning of a try to the last byte of the letter. */
  attempt: number
  /** From the last byte on: RFC 5321 4.5.3.2.6 asks for ten minutes, since giving up sooner sends the letter twice. */
  answer: number
}

/**
 * One try. Until the last byte leaves, giving up costs nothing, so that is done soon, and at once where `signal`
 * aborts. After it only the receiver knows whether it has the letter, and we wait for its answer.
 */
export async function handOver(
  delivery: Delivery,
  parcel: Parcel,
  signal: AbortSignal,
  { attempt, answer }: HandoverTiming,
): Promise<Sent> {
  const cut = new AbortController()
  // nodemailer adds a listener for each connection that it tries.
  setMaxListeners(0, cut.signal)
  const giveUp = () => cut.abort()
  let timer = setTimeout(giveUp, attempt)
  let isWhole = false
  const onWhole = () => {
    isWhole = true
    signal.removeEventListener('abort', giveUp)
    clearTimeout(timer)
    timer = setTimeout(giveUp, answer)
  }
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    await delivery.send(parcel, cut.signal, onWhole)
    return { state: 'sent' }
  } catch (error) {
    return judge(error, isWhole)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}
