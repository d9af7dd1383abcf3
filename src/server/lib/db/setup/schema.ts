import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg, { type ClientBase } from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'

/** The database schema of this version of Backline. */
export interface Schema {
  /** Creates all tables, functions and grants in a database without them. */
  sql: string
  /** The first digits of a hash over all SQL that creates the tables. */
  digest: string
  /** The version of Backline. */
  version: string
}

/** The folder above this file that contains `supabase`: the sources and the built server are both below it. */
export function projectFolder(start = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'supabase/bootstrap.sql'))) return folder
    if (folder === dirname(folder))
      throw new DatabaseSetupError('The folder supabase is missing; it must be next to dist.')
  }
}

const readSql = (file: string) => readFileSync(join(projectFolder(), 'supabase', file), 'utf8')

/** SQL that creates the roles and grants them to the login; without a login, to the owner of the database. */
export const readAdministrator = (login = ''): string =>
  `select set_config('backline.login', ${pg.escapeLiteral(login)}, true);\n${readSql('administrator.sql')}`

/** SQL that gives the embedded database an owner without superuser rights. */
export const readEmbedded = (): string => readSql('embedded.sql')

/** SQL for everything else that a Supabase project has before our schema. */
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

/** The file in an embedded database's folder that names its schema. */
export const markFile = 'BACKLINE_SCHEMA'

/** How a database, its folder and its backups name their schema. */
export const markOf = ({ version, digest }: Omit<Schema, 'sql'>): string =>
  `Backline ${version}, schema ${digest}`

/** Whether a mark names this schema, which another version of Backline may have too. */
export const isSchema = (mark: string, { digest }: Schema): boolean => mark.endsWith(`, schema ${digest}`)

/** Named as the author of data without such a mark. */
const beforeMarks = 'a version of Backline from before 28 November 2026'

/**
 * The error for data with another schema. `subject` names the data, `fresh` says how to start without it. There are no
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

/** The comment on our private schema; null if there is none, undefined if there is no such schema. */
async function readMark(client: ClientBase): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'private'",
  )
  return rows[0]?.mark
}

/**
 * Refuses the folder of an embedded database with another schema. It reads a file, because PostgreSQL writes into the
 * folder as soon as it starts.
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
