import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg, { type ClientBase } from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'
import { softwareName } from '#shared/lib/software.ts'

/** The database schema of this version of Backline. */
export interface Schema {
  /** Creates all tables, functions and grants in a database that has none of them. */
  sql: string
  /** The first digits of a hash. The hash covers all SQL that creates the tables. */
  digest: string
  version: string
}

/**
 * Returns the nearest folder above this file that contains `supabase`. Both the source and the built server are inside
 * this folder.
 */
export function projectFolder(start = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'supabase/bootstrap.sql'))) return folder
    if (folder === dirname(folder))
      throw new DatabaseSetupError('The folder supabase is missing; it must be next to dist.')
  }
}

const readSql = (file: string) => readFileSync(join(projectFolder(), 'supabase', file), 'utf8')

/** Returns SQL that creates the roles and grants them to the login or, if there is no login, to the database owner. */
export const readAdministrator = (login = ''): string =>
  `select set_config('backline.login', ${pg.escapeLiteral(login)}, true);\n${readSql('administrator.sql')}`

/** Returns SQL that creates an owner without superuser rights for the embedded database. */
export const readEmbedded = (): string => readSql('embedded.sql')

/** Returns SQL for everything else that a Supabase project has before our schema is created. */
export const readBootstrap = (): string => `${readSql('bootstrap.sql')}\n${readSql('auth.sql')}`

/** Reads the schema that was written by the build. */
export function readSchema(): Schema {
  const folder = projectFolder()
  const file = join(folder, 'dist/schema.sql')
  if (!existsSync(file)) throw new DatabaseSetupError(`${file} is missing: run npm run build.`)
  const sql = readFileSync(file, 'utf8')
  const digest = createHash('sha256').update(readBootstrap()).update(sql).digest('hex').slice(0, 12)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { sql, digest, version }
}

/** The file in an embedded database's folder that names the database's schema. */
export const markFile = 'BACKLINE_SCHEMA'

/** The name of a schema in databases, in their folders and in their backups. */
export const schemaMark = ({ version, digest }: Omit<Schema, 'sql'>): string =>
  `${softwareName} ${version}, schema ${digest}`

/** True if a mark names this schema. Several versions of Backline may have the same schema. */
export const isSchema = (mark: string, { digest }: Schema): boolean => mark.endsWith(`, schema ${digest}`)

/** The error message names this version if the data has no mark. */
const unmarkedVersion = `a version of ${softwareName} from before 28 November 2026`

/**
 * The error message for data that has a different schema. `subject` names the data, and `fresh` says how to start
 * without the data. Before version 1.0, there are no upgrades.
 */
export function otherSchemaMessage(subject: string, mark: string | null, schema: Schema, fresh: string): string {
  return (
    `${subject} was written by ${mark ?? unmarkedVersion}, and this is ${schemaMark(schema)}, which cannot open it because ` +
    `there are no upgrades before 1.0: start the version that wrote it, or ${fresh}.`
  )
}

/** True if the database has our schema. Refuses a database that has a different schema, before anything is changed. */
export async function hasSchema(client: ClientBase, schema: Schema): Promise<boolean> {
  const mark = await readMark(client)
  if (mark === undefined) return false
  if (mark !== null && isSchema(mark, schema)) return true
  const fresh = 'start fresh with an empty database'
  throw new DatabaseSetupError(otherSchemaMessage('The database', mark, schema, fresh))
}

/** Returns the comment on our private schema; null if there is no comment, undefined if the schema does not exist. */
async function readMark(client: ClientBase): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(oid, 'pg_namespace') as mark from pg_namespace where nspname = 'private'",
  )
  return rows[0]?.mark
}

/**
 * Refuses the folder of an embedded database whose schema differs. Reads a file instead of starting PostgreSQL, because
 * PostgreSQL would immediately write into the folder.
 */
export function checkFolder(dataDir: string, schema: Schema): void {
  const data = join(dataDir, 'postgres')
  if (!existsSync(join(data, 'PG_VERSION'))) return
  const file = join(data, markFile)
  const mark = (existsSync(file) && readFileSync(file, 'utf8').trim()) || null
  if (mark !== null && isSchema(mark, schema)) return
  const fresh = 'start fresh with another DATA_DIR'
  throw new DatabaseSetupError(otherSchemaMessage(data, mark, schema, fresh))
}
