import { createLog, type Log } from '#server/lib/log.ts'
import { type Config, readConfig } from './config.ts'
import { startSentence } from './sentence.ts'
import { type Running, start } from './start.ts'

/**
 * The life of the process: starts, says where it is, ends on a signal. People read standard output and, when it
 * does not start, one sentence per reason on standard error; the log on standard error is for machines. `sayMore` is
 * what they read last when it serves.
 */
export async function run(
  environment: Record<string, string | undefined>,
  siteFolder: string,
  sayMore: (url: string) => string = () => '',
): Promise<void> {
  const log = createLog()
  outlive(log)
  let config: Config | null = null
  try {
    config = readConfig(environment)
    const ending = new AbortController()
    const starting = start(config, siteFolder, log, ending.signal)
    stopOnSignal(starting, log, ending)
    const running = await starting
    process.stdout.write(`Backline is at ${running.url}\n`)
    if (running.ownerLink) process.stdout.write(ownerSentence(running.ownerLink))
    process.stdout.write(sayMore(running.url))
  } catch (error) {
    // Ended by a signal, whose listener ends the process.
    if (isAborted(error)) return
    const sentence = startSentence(error, config)
    if (sentence === null) log.fatal({ err: error }, 'start failed')
    process.stderr.write(`${sentence ?? 'Backline could not start; the log above says why.'}\n`)
    exit(log, 1)
  }
}

const ownerSentence = (link: string) =>
  `Nobody owns it yet. This link makes an owner, once, within 24 hours:\n  ${link}\n`

/** A promise that nobody waits for must not end the process; an exception that nobody caught leaves it in doubt. */
function outlive(log: Log): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception')
    exit(log, 1)
  })
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/**
 * The first signal ends the process in order, a second one at once. One that comes while we still start waits
 * for the start, or ends its waiting: leaving then would leave the database we run behind.
 */
function stopOnSignal(starting: Promise<Running>, log: Log, ending: AbortController): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    ending.abort()
    starting
      .then((running) => running.stop())
      .then(
        () => exit(log, 0),
        (error: unknown) => {
          if (isAborted(error)) return exit(log, 0)
          log.error({ err: error }, 'stop failed')
          exit(log, 1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** The log is written behind our back; its last lines must not be lost. */
function exit(log: Log, code: number): void {
  log.flush(() => process.exit(code))
}
