import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '#server/lib/db/migrating/migrate.ts'
import { type Migration, readMigrations, supabaseFolder } from '#server/lib/db/migrating/migration-files.ts'
import { differenceOf } from './difference.ts'
import { migrationText } from './migration-text.ts'
import { applySources, readSources, type Statement } from './sources.ts'
import { inNewDatabase, withServer } from './workbench.ts'

/**
 * The text of the migration that leads from the migrations to the sources; null if they already agree. The text has
 * been run on the migrated database and led to what the sources say. The first migration of all is the sources
 * themselves, in an order in which they run.
 */
export const makeMigration = (
  server: string,
  migrations: readonly Migration[],
  sources: readonly Statement[],
): Promise<string | null> =>
  inNewDatabase(server, async (after, wanted) => {
    const ran = await applySources(after, sources)
    return inNewDatabase(server, async (before, address) => {
      await migrate(before, migrations)
      const isFirst = migrations.length === 0
      const changes = isFirst ? [] : await differenceOf(address, wanted)
      if (changes.length === 0 && !isFirst) return null
      const text = isFirst ? ran.map(({ sql }) => `${sql};\n`).join('\n') : migrationText(changes, sources)
      // The proof includes destructive statements, which the written file leaves for a person to confirm.
      const whole = changes.map((change) => ({ ...change, losesData: false }))
      await before.query(isFirst ? text : migrationText(whole, sources))
      const left = (await differenceOf(address, wanted)).map(({ sql }) => `${sql};`)
      if (left.length === 0) return text
      throw new Error(
        `This would not lead to what the sources say:\n${text}\nIt would leave:\n${left.join('\n')}`,
      )
    })
  })

/**
 * The prefix of the new file: the present time, or the last prefix plus one if that is later. Throws for an invalid
 * name.
 */
export function migrationFile(name: string, migrations: readonly Migration[], now: Date): string {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    throw new Error(`'${name}' is no name of a migration: words in lower case, joined by '_'.`)
  }
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const next = String(BigInt(migrations.at(-1)?.version ?? 0) + 1n)
  return `${time > next ? time : next}_${name}.sql`
}

/** `npm run migration -- <name>`: writes the migration that brings the existing migrations in line with the sources. */
async function main(name = ''): Promise<string> {
  const migrations = readMigrations()
  const file = join(supabaseFolder(), 'migrations', migrationFile(name, migrations, new Date()))
  const sources = await readSources()
  const text = await withServer((server) => makeMigration(server, migrations, sources))
  if (text === null) return 'The migrations make what supabase/schemas says: there is nothing to write.'
  writeFileSync(file, text)
  return `Wrote ${relative(process.cwd(), file)}. Read it: it can still be changed, as long as the tests agree.`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2]).then(console.log, (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
