import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'

/** What a database of this version of Backline holds. */
export interface Schema {
  /** Makes all tables, functions and rights in a database that has none of them. */
  sql: string
  /** The first digits of a hash over all SQL that makes the tables. */
  digest: string
  /** The version of Backline. */
  version: string
}

/** The folder above this file that has the `supabase` folder: the sources and the built server both lie below it. */
export function projectFolder(start = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'supabase/bootstrap.sql'))) return folder
    if (folder === dirname(folder))
      throw new DatabaseSetupError('The folder supabase is missing; it must lie beside dist.')
  }
}

const readSql = (file: string) => readFileSync(join(projectFolder(), 'supabase', file), 'utf8')

/** SQL that makes the roles and lets the login become them; without a login, the owner of the database. */
export const readAdministrator = (login = ''): string =>
  `select set_config('backline.login', ${pg.escapeLiteral(login)}, true);\n${readSql('administrator.sql')}`

/** SQL that gives the embedded database an owner who is no superuser. */
export const readEmbedded = (): string => readSql('embedded.sql')

/** SQL for what else a Supabase project has before our schema. */
export const readBootstrap = (): string => `${readSql('bootstrap.sql')}\n${readSql('auth.sql')}`

/** Reads the schema that the build wrote. */
export function readSchema(): Schema {
  const folder = projectFolder()
  const file = join(folder, 'dist/schema.sql')
  if (!existsSync(file)) throw new DatabaseSetupError(`${file} is missing: run npm run build.`)
  const sql = readFileSync(file, 'utf8')
  const digest = createHash('sha256').update(readBootstrap()).update(sql).digest('hex').slice(0, 12)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { sql, digest, version }
}
