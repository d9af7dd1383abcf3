import { randomUUID } from 'node:crypto'
import { migrate } from '#server/lib/db/migrating/migrate.ts'
import type { Migration } from '#server/lib/db/migrating/migration-files.ts'
import { addressOf, once } from '#server/lib/db/test-servers.ts'
import { differenceOf } from './difference.ts'
import { migrationText } from './migration-text.ts'
import { schemaOf } from './schema.ts'
import { applySources, type Statement } from './sources.ts'
import { inDatabase } from './workbench.ts'

/** The superuser of every PostgreSQL that we start for work like this. */
const owner = 'postgres'

/**
 * The text of the migration that leads from the migrations to the sources; null if they already agree. The text has
 * been run on a copy of the migrated database and led to what the sources say. The first migration of all is the sources
 * themselves, in an order in which they run.
 */
export async function makeMigration(
  server: string,
  migrations: readonly Migration[],
  sources: readonly Statement[],
): Promise<string | null> {
  const id = randomUUID().replaceAll('-', '')
  const [before, after] = [`before_${id}`, `after_${id}`]
  try {
    const [ran, wanted] = await inDatabase(server, after, async (client) => [
      await applySources(client, sources),
      await schemaOf(client),
    ])
    await inDatabase(server, before, (client) => migrate(client, migrations))
    const isFirst = migrations.length === 0
    const changes = isFirst
      ? []
      : await differenceOf(addressOf(server, before), addressOf(server, after), owner)
    if (changes.length === 0 && !isFirst) return null
    const text = isFirst ? ran.map(({ sql }) => `${sql};\n`).join('\n') : migrationText(changes, sources)
    // The proof includes destructive statements, which the written file leaves for a person to confirm.
    const whole = changes.map((change) => ({ ...change, losesData: false }))
    const led = await inDatabase(server, before, async (client) => {
      await client.query(isFirst ? text : migrationText(whole, sources))
      return schemaOf(client)
    })
    if (led !== wanted) {
      throw new Error(`This would not lead to what the sources say:\n${text}\n${lineDifference(led, wanted)}`)
    }
    return text
  } finally {
    for (const name of [before, after]) await once(server, `drop database if exists ${name}`)
  }
}

/** The lines that only one of two texts has. */
function lineDifference(led: string, wanted: string): string {
  const [has, should] = [led.split('\n'), wanted.split('\n')]
  return [
    ...has.filter((line) => !should.includes(line)).map((line) => `- ${line}`),
    ...should.filter((line) => !has.includes(line)).map((line) => `+ ${line}`),
  ].join('\n')
}

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
