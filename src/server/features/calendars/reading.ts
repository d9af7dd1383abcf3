import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limits } from './policy.ts'
import type { CalendarContext, Reading, ReadingTask } from './types.ts'

/**
 * Reads a calendar in a worker thread, which is terminated when it takes too long or too much memory. Throws for errors
 * that are not the calendar's fault.
 */
export async function readCalendar(
  { reader, log }: Pick<CalendarContext, 'reader' | 'log'>,
  task: ReadingTask,
  signal: AbortSignal,
): Promise<Reading> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(task.patience.reading)])
  const thread = new Worker(reader, {
    workerData: task,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
  })
  // Errors after the response, or during the termination, do not matter.
  thread.on('error', () => {})
  try {
    const [reading] = (await once(thread, 'message', { signal: ended })) as [Reading]
    if (reading.state === 'fault' && reading.broke) log.error(reading.broke, 'a calendar broke its reader')
    return reading
  } catch (error) {
    signal.throwIfAborted()
    // The fetches have an earlier deadline of their own.
    const isTooHard = ended.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooHard) return { state: 'fault', fault: 'too-hard' }
    throw error
  } finally {
    await thread.terminate()
  }
}
