import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/app/config/config.ts'
import { readExportConfig } from '#server/app/config/config-export.ts'
import type { Environment } from '#server/app/config/environment.ts'
import { practiceOf, siteValues } from '#server/app/feature-settings.ts'
import { documentsOf } from '#server/features/documents/service.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { loadSite, type Site, type SiteValues } from '#server/features/pages/service.ts'
import { renderInWorker } from '#server/features/publishing/rendering.ts'
import { openPublishing } from '#server/features/publishing/service.ts'
import { exportSite } from '#server/features/site-export/service.ts'
import { projectFolder, readSchema } from '#server/lib/db/setup/schema.ts'
import type { Log } from '#server/lib/log.ts'
import { withDatabase } from './auth-command.ts'
import { CommandError, runWith } from './operator-command.ts'

const usage = `Usage: npm run export -- FOLDER

  Writes the site as files for any web host into FOLDER/site, and the tables for \`supabase db push\` into FOLDER/supabase.
  Set SUPABASE_URL and PUBLISHABLE_KEY to the project that stores visitors' data, and PUBLIC_URL to the address at which
  the host will serve the files.
`

/** Writes the site and the database schema into a folder. Returns the exit code. */
export async function runExport(
  [folder, ...more]: readonly string[],
  environment: Environment,
  siteFolder: string,
): Promise<number> {
  return runWith(async (life) => {
    if (!folder || folder.startsWith('-') || more.length > 0) throw new CommandError(usage)
    const { config, projectUrl, publicUrl } = readExportConfig(environment)
    const target = resolve(folder)
    const files = await exportSite(join(target, 'site'), {
      site: await publishedSite(config, life.log, siteFolder, siteValues(config, publicUrl, projectUrl)),
      packs: await loadPacks(join(siteFolder, '..', 'packs')),
      documents: documentsOf(practiceOf(config, projectUrl)),
      publicUrl,
      now: Date.now(),
    })
    await exportSchema(target)
    return (
      `${files} files for ${publicUrl} are in ${join(target, 'site')}; they use ${projectUrl}, which must allow that ` +
      `origin. For its tables, run \`supabase db push\` in ${target}.\n`
    )
  })
}

/** The site that the database publishes; without a database, the site of the build. */
async function publishedSite(config: Config, log: Log, siteFolder: string, values: SiteValues): Promise<Site> {
  const site = await loadSite(siteFolder, values)
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) return site
  return withDatabase(config, async (database) => {
    const publishing = openPublishing({ database, log, built: async () => site, render: renderInWorker })
    await publishing.refresh()
    return publishing.site()
  })
}

/**
 * Writes the schema as the first migration of a project. The migration's number is derived from the schema, so
 * that `supabase db push` refuses a project with another schema. The number is lower than any date, so that
 * migrations between releases follow it.
 */
async function exportSchema(folder: string): Promise<void> {
  const { sql, digest } = readSchema()
  const number = `1${String(BigInt(`0x${digest}`) % 10n ** 13n).padStart(13, '0')}`
  const migrations = join(folder, 'supabase/migrations')
  await mkdir(migrations, { recursive: true })
  await writeFile(join(migrations, `${number}_backline.sql`), sql)
  await cp(join(projectFolder(), 'supabase/config.toml'), join(folder, 'supabase/config.toml'))
}
