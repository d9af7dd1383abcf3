import { join } from 'node:path'
import { type Config, placeOf, readConfig } from '#server/app/config/config.ts'
import type { Environment } from '#server/app/config/environment.ts'
import { openLife } from '#server/app/running/life.ts'
import { run, startSentence } from '#server/app/running/run.ts'
import { urlOf } from '#server/app/running/runtime.ts'
import { DemoRefused, fillDemo } from '#server/features/demo/service.ts'
import { asOwner } from '#server/lib/db/database.ts'

/** Fills an empty place with a made-up quarter and serves it. With `continues`, existing data is served instead. */
export async function runDemo(
  environment: Environment,
  siteFolder: string,
  { continues = false } = {},
): Promise<void> {
  // A folder of its own, so that the demo never touches the data of `npm start`.
  const demo = { ...environment, DATA_DIR: environment.DATA_DIR?.trim() || join('data', 'demo') }
  const life = openLife()
  let config: Config | null = null
  try {
    config = readConfig(demo)
    process.stdout.write(await fill(config))
  } catch (error) {
    if (continues && error instanceof DemoRefused) return serveDemo()
    const sentence = error instanceof DemoRefused ? refusal(error, config) : startSentence(error, config)
    if (sentence === null) life.log.fatal({ err: error }, 'demo failed')
    life.complain(sentence ?? 'The demo could not be made; the log above says why.')
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
      ...placeOf(config),
      owner: `the demo in process ${process.pid}`,
      log: () => {},
    },
    (tx) => fillDemo(tx, url),
  )
  const where = config.databaseUrl ? 'the database' : config.dataDir
  return `Made up a quarter in ${where}: ${bookings} bookings, ${messages} messages, ${interactions} interactions.\n`
}

function refusal(error: DemoRefused, config: Config | null): string {
  const where = config?.databaseUrl ? 'DATABASE_URL' : `DATA_DIR=${config?.dataDir}`
  return (
    `${error.message} The demo is for an empty place.\n` +
    `To serve what is there: ${where} npm start. For a new demo, name another folder or remove this one.`
  )
}
