import { fileURLToPath } from 'node:url'
import { createLog, describeError } from '#server/lib/log.ts'
import { type Config, readConfig } from './config.ts'
import { startSentence } from './sentence.ts'
import { type Running, start } from './start.ts'

/** People read standard output; the log, one JSON object per line, goes to standard error. */
const log = createLog()

/** Built, this file stands in dist/server, beside the site; run from its source, the site is still in dist. */
const siteFolder = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/site' : '../site',
  import.meta.url,
)

let config: Config | null = null
try {
  config = readConfig(process.env)
  const running = await start(config, fileURLToPath(siteFolder), log)
  stopOnSignal(running)
  process.stdout.write(`Backline is at ${running.url}\n`)
} catch (error) {
  const sentence = startSentence(error, config)
  if (sentence === null) log.fatal({ err: error }, 'start failed')
  process.stderr.write(`${sentence ?? 'Backline could not start; the line above says why.'}\n`)
  process.exit(1)
}

/** A promise that nobody waits for must not end the process; an exception that nobody caught leaves it in doubt. */
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
process.on('uncaughtException', (error) => {
  log.fatal(describeError(error), 'uncaught exception')
  log.flush(() => process.exit(1))
})

/** The first signal ends the process in order, a second one at once. */
function stopOnSignal(running: Running): void {
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    running.stop().then(
      () => log.flush(() => process.exit(0)),
      (error: unknown) => {
        log.error({ err: error }, 'stop failed')
        log.flush(() => process.exit(1))
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
