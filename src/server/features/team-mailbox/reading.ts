import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { headerOf } from './parsing.ts'
import { type EmailTask, limits, type MailboxContext, type ReadEmail } from './types.ts'

/** The build puts the compiled reader next to the server. */
export const emailReader = new URL('./email-reader.js', import.meta.url)

/**
 * Parses an email in a worker thread, which is terminated if it takes too much time or memory. Of an email that cannot
 * be parsed, only the header is read; if that fails, too, the result belongs to no conversation.
 */
export async function readEmail(
  context: Pick<MailboxContext, 'reader' | 'log'>,
  task: EmailTask,
  signal: AbortSignal,
  patience: number = limits.parsing,
): Promise<ReadEmail> {
  const whole = await parseInThread(context.reader, task, signal, patience)
  if (whole) return whole
  context.log.warn({ bytes: task.source.length }, 'email too hard to parse, reading its header')
  const header = { ...task, source: headerOf(task.source), isCut: true }
  return (await parseInThread(context.reader, header, signal, patience)) ?? unreadable(task.source)
}

async function parseInThread(
  reader: URL,
  workerData: EmailTask,
  signal: AbortSignal,
  patience: number,
): Promise<ReadEmail | null> {
  const thread = new Worker(reader, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
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

/** Stands for an email that cannot be read, so that the emails after it are read. */
export const unreadable = (identity: Uint8Array | string): ReadEmail => ({
  email: {
    fingerprint: createHash('sha256').update(identity).digest('hex'),
    letters: [],
    header_ids: [],
    references: [],
    header_id: null,
    kind: 'automatic',
    from_name: '',
    from_address: '',
    subject: '',
    sent_at: null,
    body: '',
    quoted: '',
    is_cut: true,
    files: [],
  },
  files: [],
})
