import { BadConfig, type Config, type FixedValues, readConfig } from '#server/app/config/config.ts'
import { PacksNotBuilt } from '#server/features/packs/service.ts'
import { SiteNotBuilt } from '#server/features/pages/service.ts'
import { MasterKeyError } from '#server/lib/crypto/master-key.ts'
import { DatabaseSetupError, DatabaseUnreachable, DataFolderInUse } from '#server/lib/db/database.ts'
import { softwareName } from '#shared/lib/software.ts'
import { WrongEncryptionKey } from './encryption-key.ts'
import { openProcessLife, type ProcessLife } from './life.ts'
import { wrongSetting } from './signals.ts'
import { start } from './start.ts'

interface RunOptions {
  /** Returns the text to print last. */
  sayMore?: (url: string) => string
  life?: ProcessLife
  fixed?: Partial<FixedValues>
}

/**
 * Starts the server, prints its URL, and ends on a signal. Standard output is for operators. If startup fails, standard
 * error also explains each reason to operators in one sentence; the rest is a log for machines.
 */
export async function run(
  environment: Record<string, string | undefined>,
  siteFolder: string,
  { sayMore = () => '', life = openProcessLife(), fixed = {} }: RunOptions = {},
): Promise<void> {
  const { log } = life
  let config: Config | null = null
  life.endFreely()
  try {
    config = readConfig(environment, fixed)
    for (const name of config.unknown) life.complain(`${name} is not a setting and has no effect.`)
    const running = await start(config, siteFolder, log, (sentence) => life.complain(sentence))
    life.serve((isAnnounced) => running.stop(isAnnounced), config.readyOffMilliseconds)
    process.stdout.write(`${softwareName} is at ${running.url}\n`)
    if (running.ownerLink) process.stdout.write(ownerSentence(running.ownerLink))
    process.stdout.write(sayMore(running.url))
  } catch (error) {
    const sentence = startErrorMessage(error, config)
    if (sentence === null) log.fatal({ err: error }, 'start failed')
    life.complain(sentence ?? `${softwareName} could not start. The log above says why.`)
    life.exit(sentence === null || error instanceof DatabaseUnreachable ? 1 : wrongSetting)
  }
}

const ownerSentence = (link: string) =>
  `There is no owner yet. This link creates one, once, within 24 hours:\n  ${link}\n`

type SystemError = Error & { code?: string; syscall?: string; path?: string }

/**
 * Returns sentences that tell the operator why the server did not start; null if only the log can explain the error.
 */
export function startErrorMessage(error: unknown, config: Config | null): string | null {
  if (error instanceof BadConfig) return error.message
  if (error instanceof SiteNotBuilt || error instanceof PacksNotBuilt) return error.message
  if (error instanceof DataFolderInUse || error instanceof DatabaseSetupError) return error.message
  if (error instanceof WrongEncryptionKey || error instanceof MasterKeyError) return error.message
  const { code, syscall, path } = error as SystemError
  if (syscall === 'listen' && config) return listenSentence(code, config)
  if (path && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) {
    return `DATA_DIR cannot be used: ${path} cannot be written (${code}).`
  }
  return null
}

function listenSentence(code: string | undefined, config: Config): string {
  const { host, port } = config
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use by another program: stop it, or set PORT to a free one.`
  }
  if (code === 'EACCES') {
    return `Port ${port} requires more rights than this user has: set PORT to one above 1023.`
  }
  return `${softwareName} cannot listen on HOST ${host} (${code}): set HOST to an address of this machine.`
}
