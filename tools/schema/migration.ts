import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readMigrations, supabaseFolder } from '#server/lib/db/migrating/migration-files.ts'
import { makeMigration, migrationFile } from './make-migration.ts'
import { readSources } from './sources.ts'
import { withServer } from './workbench.ts'

/**
 * `npm run migration -- <name>`: writes the migration that brings the existing migrations in line with the sources.
 */
async function main(name = ''): Promise<string> {
  const migrations = readMigrations()
  const file = join(supabaseFolder(), 'migrations', migrationFile(name, migrations, new Date()))
  const sources = await readSources()
  const text = await withServer((server) => makeMigration(server, migrations, sources))
  if (text === null) return 'The migrations make what supabase/schemas says: there is nothing to write.'
  writeFileSync(file, text)
  return `Wrote ${relative(process.cwd(), file)}. Read it: it can still be changed, as long as the tests agree.`
}

main(...process.argv.slice(2)).then(console.log, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
