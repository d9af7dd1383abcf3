import { join, resolve } from 'node:path'
import { readExportConfig } from '#server/app/config/config-project.ts'
import type { Environment } from '#server/app/config/environment.ts'
import { practiceOf } from '#server/app/practice.ts'
import { siteValues } from '#server/app/site-values.ts'
import { documentsOf } from '#server/features/documents/service.ts'
import { loadPacks } from '#server/features/packs/service.ts'
import { loadSite } from '#server/features/pages/service.ts'
import { exportSite } from '#server/features/site-export/service.ts'
import { CommandFault, runWith } from './operator-command.ts'

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
  return runWith(async () => {
    if (!folder || folder.startsWith('-') || more.length > 0) throw new CommandFault(usage)
    const { config, projectUrl, publicUrl } = readExportConfig(environment)
    const target = resolve(folder)
    const files = await exportSite(target, {
      site: await loadSite(siteFolder, siteValues(config, publicUrl, projectUrl)),
      packs: await loadPacks(join(siteFolder, '..', 'packs')),
      documents: await documentsOf(practiceOf(config, projectUrl)),
      publicUrl,
      now: Date.now(),
    })
    return `${files} files for ${publicUrl} are in ${target}; they work with ${projectUrl}, which has to allow that origin.\n`
  })
}
