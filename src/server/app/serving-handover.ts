import type { Serializable } from 'node:child_process'
import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

interface Message {
  act?: unknown
  /** The address that the answer names. */
  seq?: unknown
  ack?: unknown
}

/**
 * Closes the connection that was on its way to a process when that ended. `node:cluster` waits for a word that it has come,
 * and forgets it, open, when none comes: its visitor would wait until they give up. At each address one at a time is on
 * its way to each process.
 */
export function closeWhatIsLost({ process: child }: Worker): void {
  const underWay = new Map<unknown, Handle>()
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (message: Serializable, handle?: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as Message
    if (act === 'newconn') underWay.set(seq, handle as Handle)
    return send(message, handle, ...rest)
  }
  child.on('internalMessage', ({ ack }: Message) => underWay.delete(ack))
  child.once('exit', () => {
    for (const handle of underWay.values()) handle.close()
  })
}
