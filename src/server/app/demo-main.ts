import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, databaseOptionsOf, readConfig } from '#server/app/config/config.ts'
import type { Environment } from '#server/app/config/environment.ts'
import { openProcessLife } from '#server/app/running/life.ts'
import { run, startErrorMessage } from '#server/app/running/run.ts'
import { urlOf } from '#server/app/running/runtime.ts'
import { DatabaseNotEmptyError, fillDemo } from '#server/features/demo/service.ts'
import { asOwner } from '#server/lib/db/database.ts'

/** The server with invented data is a separate program, so that the real server contains no invented data. */

/** After the build, this file is in a folder next to the site. */
const siteFolder = fileURLToPath(new URL('../site', import.meta.url))

// This process ends with its parent, even if the parent crashes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
const [, , program] = process.argv
if (program === 'serve') await run(process.env, siteFolder)
else await runDemo(process.env, program === 'continue')

/**
 * Fills an empty database with thirteen weeks of invented data and serves it. If `continues` is true and the database
 * already has data, serves the existing data.
 */
async function runDemo(environment: Environment, continues: boolean): Promise<void> {
  // The demo has a separate folder, so that it never touches the data of `npm start`.
  const demo = { ...environment, DATA_DIR: environment.DATA_DIR?.trim() || join('data', 'demo') }
  const life = openProcessLife()
  let config: Config | null = null
  try {
    config = readConfig(demo)
    process.stdout.write(await fill(config))
  } catch (error) {
    if (continues && error instanceof DatabaseNotEmptyError) return serveDemo()
    const sentence = error instanceof DatabaseNotEmptyError ? refusal(error, config) : startErrorMessage(error, config)
    if (sentence === null) life.log.fatal({ err: error }, 'demo failed')
    life.complain(sentence ?? 'The demo failed. The log above says why.')
    return life.exit(1)
  }
  await serveDemo()

  function serveDemo() {
    const sayMore = (url: string) => `The desk is at ${config?.publicUrl ?? url}/desk/\n`
    return run(demo, siteFolder, { sayMore, life })
  }
}

async function fill(config: Config): Promise<string> {
  const url = config.publicUrl ?? urlOf(config.host, config.port)
  const { bookings, messages, interactions } = await asOwner(
    {
      ...databaseOptionsOf(config),
      owner: `the demo in process ${process.pid}`,
      log: () => {},
    },
    (tx) => fillDemo(tx, url),
  )
  const where = config.databaseUrl ? 'the database' : config.dataDir
  return `Created a quarter of sample data in ${where}: ${bookings} bookings, ${messages} messages, ${interactions} interactions.\n`
}

function refusal(error: DatabaseNotEmptyError, config: Config | null): string {
  const where = config?.databaseUrl ? 'DATABASE_URL' : `DATA_DIR=${config?.dataDir}`
  return (
    `${error.message} The demo needs an empty folder or database.\n` +
    `To serve the existing data: ${where} npm start. For a new demo, choose another folder or remove this one.`
  )
}
