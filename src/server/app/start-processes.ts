import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { poolSizeFor } from '#server/lib/db/allowance.ts'
import type { Config } from './config.ts'
import type { Environment } from './environment.ts'
import { closing, orElse, urlOf } from './ground.ts'
import type { Life } from './life.ts'
import type { Scrape } from './scraping.ts'
import { ServingProcesses } from './serving-processes.ts'
import { type Ask, openQuestions } from './serving-questions.ts'
import type { Birth } from './serving-words.ts'
import { type Running, startOn } from './start.ts'
import { whileAway } from './while-away.ts'

interface Options {
  config: Config
  environment: Environment
  siteFolder: string
  life: Life
}

const isSource = import.meta.url.endsWith('.ts')
const program = fileURLToPath(new URL(isSource ? './main.ts' : './main.js', import.meta.url))

/**
 * Starts several processes that answer requests at one address. This one answers none: it holds the database and whatever
 * is done once, sends letters, looks after upkeep, and after the others.
 */
export function startProcesses({ config, environment, siteFolder, life }: Options): Promise<Running> {
  const { log } = life
  const { processes } = config
  let birth: Omit<Birth, 'number'>
  let scrapeAll: Scrape | null = null
  const asks = new Set<Ask>()
  const asked = (worker: Worker) => {
    const ask = openQuestions(worker, { scrape: async () => (await scrapeAll?.()) ?? '' })
    asks.add(ask)
    worker.once('exit', () => asks.delete(ask))
    return worker
  }
  const countServing = async () => {
    const counted = await Promise.all([...asks].map((ask) => ask('counted')))
    return counted.filter((each) => each !== null)
  }
  const serving = new ServingProcesses({
    log,
    readyOff: config.readyOffMilliseconds,
    fork: (number) => asked(fork({ ...birth, number }, environment)),
    onLost: (why) => {
      life.complain(why.message)
      life.exit(1)
    },
  })
  const onOurs = (isOurs: boolean) => serving.tellOurs(isOurs)
  return whileAway({ log, complain: (sentence) => life.complain(sentence) }, () =>
    startOn(
      config,
      log,
      { onOurs },
      async ({ database, place }, scrape) => {
        scrapeAll = scrape
        const poolSize = database ? await poolSizeFor(database, processes, config.poolSize) : 0
        const port = await findPort(config)
        place.url = urlOf(config.host, port)
        birth = { processes, port, poolSize, siteFolder }
        return orElse(
          closing(log, () => serving.stop()),
          async () => {
            await serving.start(processes)
            // Each of them says for itself that it is about to end.
            return { turnOff: async () => {}, drain: () => serving.stop() }
          },
        )
      },
      countServing,
    ),
  )
}

function fork(birth: Birth, environment: Environment) {
  // Round robin on every system: where processes accept connections by themselves, one of them gets most of them.
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({
    exec: program,
    args: ['serving', JSON.stringify(birth)],
    execArgv: isSource ? ['--import', import.meta.resolve('#tools/run-source.mjs')] : process.execArgv,
  })
  // Serving processes do not need the owner's password.
  return cluster.fork({ ...environment, MIGRATION_URL: '' })
}

/** Finds out whether we may listen there, as a single process would, and takes a port of the system's choice for all. */
async function findPort({ host, port }: Config): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const found = (server.address() as AddressInfo).port
  server.close()
  await once(server, 'close')
  return found
}
