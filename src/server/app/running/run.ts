import { type Config, type FixedValues, readConfig } from '#server/app/config/config.ts'
import { type Life, openLife } from './life.ts'
import { startSentence } from './sentence.ts'
import { start } from './start.ts'

interface RunOptions {
  /** Returns what is printed last. */
  sayMore?: (url: string) => string
  life?: Life
  fixed?: Partial<FixedValues>
}

/**
 * Starts, prints its address, ends on a signal. People read standard output and, when the start fails, one sentence per
 * reason on standard error; the log on standard error is for machines.
 */
export async function run(
  environment: Record<string, string | undefined>,
  siteFolder: string,
  { sayMore = () => '', life = openLife(), fixed = {} }: RunOptions = {},
): Promise<void> {
  const { log } = life
  let config: Config | null = null
  life.endFreely()
  try {
    config = readConfig(environment, fixed)
    for (const name of config.unknown) life.complain(`${name} is not a setting and has no effect.`)
    const running = await start(config, siteFolder, log, (sentence) => life.complain(sentence))
    life.serve(() => running.stop(), config.readyOffMilliseconds)
    process.stdout.write(`Backline is at ${running.url}\n`)
    if (running.ownerLink) process.stdout.write(ownerSentence(running.ownerLink))
    process.stdout.write(sayMore(running.url))
  } catch (error) {
    const sentence = startSentence(error, config)
    if (sentence === null) log.fatal({ err: error }, 'start failed')
    life.complain(sentence ?? 'Backline could not start; the log above says why.')
    life.exit(1)
  }
}

const ownerSentence = (link: string) =>
  `Nobody owns it yet. This link makes an owner, once, within 24 hours:\n  ${link}\n`
