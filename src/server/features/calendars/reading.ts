import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { limits } from './policy.ts'
import type { CalendarContext, Reading, ReadingTask } from './types.ts'

/**
 * Reads a calendar in a thread of its own, which is ended when it takes too long or too much memory, whatever it is at.
 * Throws for what is no fault of the calendar.
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
  // What goes wrong after its answer, or while it is ended, is no news.
  thread.on('error', () => {})
  try {
    const [reading] = (await once(thread, 'message', { signal: ended })) as [Reading]
    if (reading.state === 'fault' && reading.broke) log.error(reading.broke, 'a calendar broke its reader')
    return reading
  } catch (error) {
    signal.throwIfAborted()
    // Answers have a deadline of their own, which is sooner.
    const isTooHard = ended.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooHard) return { state: 'fault', fault: 'too-hard' }
    throw error
  } finally {
    await thread.terminate()
  }
}
