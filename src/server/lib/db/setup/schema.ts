import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg, { type ClientBase } from 'pg'
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

/** The file in an embedded database's folder that says for which schema the folder was made. */
export const markFile = 'BACKLINE_SCHEMA'

/** How a database, its folder and its backups name the schema that they hold. */
export const markOf = ({ version, digest }: Omit<Schema, 'sql'>): string =>
  `Backline ${version}, schema ${digest}`

/** Whether a mark names this schema, which another version of Backline may have too. */
export const isSchema = (mark: string, { digest }: Schema): boolean => mark.endsWith(`, schema ${digest}`)

/** What wrote data that has no such mark. */
const beforeMarks = 'a version of Backline from before 28 November 2026'

/**
 * The refusal of data with another schema. `subject` is what is refused, `fresh` how to go on without it. There are no
 * upgrades before 1.0.
 */
export function otherSchemaSentence(
  subject: string,
  mark: string | null,
  schema: Schema,
  fresh: string,
): string {
  return (
    `${subject} was written by ${mark ?? beforeMarks}, and this is ${markOf(schema)}, which cannot open it because ` +
    `there are no upgrades before 1.0: start the version that wrote it, or ${fresh}.`
  )
}

/** Whether the database has our schema. Refuses one with another schema, before anything is changed. */
export async function hasSchema(client: ClientBase, schema: Schema): Promise<boolean> {
  const mark = await readMark(client)
  if (mark === undefined) return false
  if (mark !== null && isSchema(mark, schema)) return true
  const fresh = 'start fresh with an empty database'
  throw new DatabaseSetupError(otherSchemaSentence('The database', mark, schema, fresh))
}

/** The comment on our private schema; null where there is none, undefined where there is no such schema. */
async function readMark(client: ClientBase): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'private'",
  )
  return rows[0]?.mark
}

/**
 * Refuses the folder of an embedded database with another schema. PostgreSQL would write into it as soon as it starts, so
 * this reads a file.
 */
export function checkFolder(dataDir: string, schema: Schema): void {
  const data = join(dataDir, 'postgres')
  if (!existsSync(join(data, 'PG_VERSION'))) return
  const file = join(data, markFile)
  const mark = (existsSync(file) && readFileSync(file, 'utf8').trim()) || null
  if (mark !== null && isSchema(mark, schema)) return
  const fresh = 'start fresh with another DATA_DIR'
  throw new DatabaseSetupError(otherSchemaSentence(data, mark, schema, fresh))
}
