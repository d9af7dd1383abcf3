import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { DatabaseSetupError } from '#server/lib/db/errors.ts'

export interface Migration {
  /** The 14 digits that order the files. */
  version: string
  name: string
  sql: string
}

/** The `supabase` folder above this file: the search finds it from the sources and from the built server alike. */
export function supabaseFolder(start = import.meta.dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'supabase')
    if (existsSync(join(candidate, 'migrations'))) return candidate
    if (folder === dirname(folder)) {
      throw new DatabaseSetupError(
        'The folder supabase/migrations is missing; it must lie beside the server.',
      )
    }
  }
}

export interface Served {
  /** The role that serves requests; empty for the owner of the database. */
  login: string
  /** Whether no other program works on this PostgreSQL. */
  isOurs?: boolean
}

/** SQL that makes the roles and lets the login become them. It reads the login from settings of the transaction. */
export function readAdministrator(
  { login, isOurs = false }: Served = { login: '' },
  folder = supabaseFolder(),
): string {
  const told = { login, is_ours: isOurs ? 'on' : 'off' }
  const settings = Object.entries(told).map(
    ([name, value]) => `set_config('backline.${name}', ${pg.escapeLiteral(value)}, true)`,
  )
  return `select ${settings.join()};\n${readFileSync(join(folder, 'administrator.sql'), 'utf8')}`
}

/** SQL for what else a Supabase project has before its first migration; and, on our own PostgreSQL, its owner. */
export function readBootstrap({ isOurs = false } = {}, folder = supabaseFolder()): string {
  const files = ['bootstrap.sql', 'auth.sql', ...(isOurs ? ['embedded.sql'] : [])]
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
}

export function readMigrations(folder = join(supabaseFolder(), 'migrations')): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{14})_([a-z0-9_]+)\.sql$/.exec(file) ?? []
      if (!version || !name) {
        throw new DatabaseSetupError(
          `${file}: a migration is named <14 digits>_<name>.sql, name in lower case`,
        )
      }
      return { version, name, sql: readFileSync(join(folder, file), 'utf8') }
    })
  migrations.forEach(({ version, name }, index) => {
    const rival = migrations[index - 1]
    if (rival?.version !== version) return
    throw new DatabaseSetupError(
      `${version}_${rival.name}.sql and ${version}_${name}.sql have one number: give the one that is not merged yet a later one.`,
    )
  })
  return migrations
}
