import { setTimeout as sleep } from 'node:timers/promises'
import type { Metrics } from '#server/features/metrics/service.ts'
import { openServing } from '#server/lib/db/database.ts'
import { createLog } from '#server/lib/log.ts'
import { placeOf, readConfig } from './config.ts'
import type { Environment } from './environment.ts'
import { closing, type Ground, openGround, orElse } from './ground.ts'
import { openLife } from './life.ts'
import { startSentence } from './sentence.ts'
import { type Serving, serve } from './serve.ts'
import { openQuestions } from './serving-questions.ts'
import type { Birth, ToMain, ToServing } from './serving-words.ts'
import { whileAway } from './while-away.ts'

/**
 * A terminal signals every process of its group. A serving process waits so many milliseconds for the main process to
 * tell it to end.
 */
const wordMilliseconds = 1000

/**
 * One of several processes that answer requests, on a database that the main process has opened and prepared. It ends
 * when that says so, and at once when that is gone, which `node:cluster` sees to. A signal for it alone ends it too, and
 * the main process puts another in its place.
 */
export async function runServing(environment: Environment, birth: Birth): Promise<void> {
  const { number, processes, port, poolSize, siteFolder } = birth
  const log = createLog(undefined, { process: number })
  const life = openLife(log)
  let isOurs = true
  let toldToStop = () => {}
  const word = new Promise<true>((resolve) => {
    toldToStop = () => resolve(true)
  })
  process.on('message', (message: ToServing) => {
    if (message.say === 'database') ({ isOurs } = message)
    else if (message.say === 'stop') {
      toldToStop()
      life.end()
    }
  })
  let counting: Metrics | null = null
  const ask = openQuestions(process, { counted: async () => (await counting?.count()) ?? [] })
  const told = () => Promise.race([word, sleep(wordMilliseconds, false)])
  life.endFreely(async () => {
    await told()
  })

  const scrape = async () => {
    const text = await ask('scrape')
    if (!text) throw new Error('the main process gave no metrics')
    return text
  }
  const config = { ...readConfig(environment), port }
  const openDatabase = async (owner: string) =>
    openServing(
      {
        ...placeOf(config),
        owner: `serving ${owner}`,
        log: (message, fields) => log.info(fields ?? {}, message),
        poolSize,
      },
      () => isOurs,
    )
  try {
    // The main process has already reached the database, so this one waits for it without an end.
    const { ground, serving } = await whileAway(
      { log, complain: () => {} },
      async () => {
        const ground = await openGround(config, log, openDatabase, String(number))
        counting = ground.metrics
        return orElse(
          closing(log, () => ground.close()),
          async () => ({ ground, serving: await serve(ground, { siteFolder, processes, scrape }) }),
        )
      },
      Number.POSITIVE_INFINITY,
    )
    life.serve(async () => {
      // Ended alone, it is replaced at once, and nobody should take the others for unready.
      if (await told()) await serving.turnOff()
      await stop(ground, serving)
    }, config.readyOffMilliseconds)
    await tell({ say: 'serves' })
  } catch (error) {
    const sentence = startSentence(error, config)
    if (sentence === null) log.fatal({ err: error }, 'start failed')
    await tell({ say: 'failed', sentence: sentence ?? 'Backline could not start; the log above says why.' })
    life.exit(1)
  }
}

async function stop(ground: Ground, serving: Serving): Promise<void> {
  await serving.drain()
  await ground.close()
}

/** Sends to the main process, which may have ended. */
function tell(message: ToMain): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve())
  })
}
