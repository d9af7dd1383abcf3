import { join, resolve } from 'node:path'
import { documentsOf } from '#server/features/documents/service.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { loadSite } from '#server/features/pages/service.ts'
import { exportSite, FolderInUse } from '#server/features/site-export/service.ts'
import { CommandFault } from './command-fault.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import type { Environment } from './environment.ts'
import { openLife } from './life.ts'
import { practiceOf } from './practice.ts'
import { startSentence } from './sentence.ts'
import { siteValues } from './site-values.ts'

const usage = `Usage: npm run export -- FOLDER

  Writes the site as files for any web host. Set SUPABASE_URL and PUBLISHABLE_KEY to the project that keeps what visitors
  send, and PUBLIC_URL to the address at which the host will serve the files.
`

/** Writes the site into a folder. Gives the exit code. */
export async function runExport(
  [folder, ...more]: readonly string[],
  environment: Environment,
  siteFolder: string,
): Promise<number> {
  const life = openLife()
  let config: Config | null = null
  try {
    if (!folder || folder.startsWith('-') || more.length > 0) throw new CommandFault(usage)
    config = readConfig(environment)
    const { supabaseUrl, publicUrl } = config
    if (supabaseUrl === null || publicUrl === null) throw new BadConfig(missing(config))
    const target = resolve(folder)
    const files = await exportSite(target, {
      site: await loadSite(siteFolder, siteValues(config, publicUrl)),
      packs: await loadPacks(join(siteFolder, '..', 'packs')),
      documents: await documentsOf(practiceOf(config)),
      publicUrl,
      now: Date.now(),
    })
    process.stdout.write(
      `${files} files for ${publicUrl} are in ${target}; they work with ${supabaseUrl}, which has to allow that origin.\n`,
    )
    return 0
  } catch (error) {
    const known = error instanceof CommandFault || error instanceof FolderInUse
    const sentence = known ? error.message : startSentence(error, config)
    if (sentence === null) life.log.fatal({ err: error }, 'export failed')
    life.complain(sentence ?? 'The export failed; the log above says why.')
    return 1
  }
}

const missing = ({ supabaseUrl, publicUrl }: Config) => [
  ...(supabaseUrl
    ? []
    : ['SUPABASE_URL must name the project that keeps what visitors send: files alone keep nothing.']),
  ...(publicUrl ? [] : ['PUBLIC_URL must be the address at which the files will be served.']),
]
