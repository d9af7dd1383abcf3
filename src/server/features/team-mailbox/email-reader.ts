import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { parseEmail } from './parsing.ts'
import type { EmailTask } from './types.ts'

/** Parses one email, and then exits. This is a separate program, because anyone can send a file that is hard to parse. */
if (!isMainThread) parentPort?.postMessage(await parseEmail(workerData as EmailTask).catch(() => null))
