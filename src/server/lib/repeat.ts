import type { Log } from './log.ts'

export interface Repeated {
  /** Ends the repetition; resolves when a run under way has ended. */
  stop(): Promise<void>
}

/**
 * Runs `work` now, and then every so many milliseconds, one run at a time. A run that fails is logged, and the next
 * one comes at its usual time. The timer does not keep the process alive.
 */
export function repeat(name: string, milliseconds: number, log: Log, work: () => Promise<void>): Repeated {
  let running: Promise<void> | null = null
  const once = async () => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed')
    }
  }
  const run = () => {
    running ??= once().finally(() => {
      running = null
    })
  }
  const timer = setInterval(run, milliseconds).unref()
  run()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
