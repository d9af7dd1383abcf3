import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { openFetch, readAddressCalendar, readDavCalendar } from './fetching.ts'
import { ReadingError, type ReadingTask, type ReadResult } from './types.ts'

/**
 * Reads one calendar, and then exits. This is a separate program, because the cost of reading depends on an untrusted
 * file.
 */
async function read(task: ReadingTask): Promise<ReadResult> {
  const fetch = openFetch(task, task.window.siteUrl, AbortSignal.timeout(task.patience.fetching))
  try {
    return await (task.kind === 'caldav' ? readDavCalendar : readAddressCalendar)(task, fetch)
  } catch (error) {
    if (error instanceof ReadingError) {
      const { fault, unread } = error
      return { state: 'fault', fault, ...(unread && { unread }) }
    }
    const { name, stack = '' } = error as Error
    return {
      state: 'fault',
      fault: 'no-calendar',
      broke: { fault: name, at: stack.match(/^ +at .*/gm)?.slice(0, 3) ?? [] },
    }
  }
}

if (!isMainThread) parentPort?.postMessage(await read(workerData as ReadingTask))
