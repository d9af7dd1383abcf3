import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { headerOf, parseEmail } from './parsing.ts'
import { type EmailTask, limits, type MailboxContext, type ReadEmail } from './types.ts'

/** The build puts the compiled reader next to the server. */
export const emailReader = new URL('./email-reader.js', import.meta.url)

/**
 * Parses an email in a worker thread, which is terminated if it takes too much time or memory. Of an email that cannot
 * be parsed, only the header is read.
 */
export async function readEmail(
  { reader, log }: Pick<MailboxContext, 'reader' | 'log'>,
  task: EmailTask,
  signal: AbortSignal,
  patience: number = limits.parsing,
): Promise<ReadEmail> {
  const whole = await parseInThread(reader, task, signal, patience)
  if (whole) return whole
  log.warn({ bytes: task.source.length }, 'email too hard to parse, reading its header')
  const header = { ...task, source: headerOf(task.source), isCut: true }
  return (await parseInThread(reader, header, signal, patience)) ?? unreadable(task)
}

/** Stands for an email that cannot be read, so that the emails after it are read. It belongs to no conversation. */
export const unreadable = (task: Omit<EmailTask, 'source' | 'isCut'>): Promise<ReadEmail> =>
  parseEmail({ ...task, source: new Uint8Array(), isCut: true })

async function parseInThread(
  reader: URL,
  workerData: EmailTask,
  signal: AbortSignal,
  patience: number,
): Promise<ReadEmail | null> {
  const resourceLimits = { maxOldGenerationSizeMb: limits.memory }
  const thread = new Worker(reader, { workerData, env: {}, execArgv: [], resourceLimits })
  // Errors while the thread is being terminated do not matter.
  thread.on('error', () => {})
  try {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(patience)])
    const [read] = (await once(thread, 'message', { signal: ended })) as [ReadEmail | null]
    return read
  } catch {
    signal.throwIfAborted()
    return null
  } finally {
    await thread.terminate()
  }
}
