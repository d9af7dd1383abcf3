import pg, { type ClientBase } from 'pg'
import { BackupFault, type Contents } from './backup-contents.ts'
import { quoted } from './backup-tables.ts'

/** What a restore does not bring, and how many rows of it. */
export interface LeftBehind {
  table: string
  rows: number
}

/** A foreign key that leads out of what a restore fills: to accounts that somebody else keeps. */
interface Reference {
  table: string
  name: string
  definition: string
  column: string
  target: string
  targetColumn: string
}

export const isOfAccounts = (table: string): boolean => table.startsWith('auth.')

/** Refuses to leave accounts behind unasked, where those of the database belong to a project. Changes nothing. */
export async function checkAccountsFit(
  client: ClientBase,
  { tables }: Contents,
  withoutAccounts: boolean,
): Promise<void> {
  const people = tables.find(({ name }) => name === 'auth.users')?.rows ?? 0
  if (people === 0 || withoutAccounts) return
  const { rows } = await client.query<{ owner: string }>(
    `select pg_get_userbyid(relowner) as owner from pg_catalog.pg_class c
     join pg_catalog.pg_namespace n on n.oid = relnamespace
     where nspname = 'auth' and relname = 'users' and not pg_catalog.pg_has_role(relowner, 'usage')`,
  )
  if (!rows[0]) return
  throw new BackupFault(
    `The backup has accounts (${people}), and those of this database belong to ${rows[0].owner}, whose project keeps them: ` +
      'restore with --without-accounts, which leaves them behind with what needs them, and invite the people there.',
  )
}

/**
 * Takes away, until `settle`, the references to tables that are not filled: whether what they lead to is there is asked
 * once, of all rows, and answered by a sentence.
 */
export async function loosen(client: ClientBase, filled: readonly string[]): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select * from (
       select format('%s.%s', n.nspname, c.relname) as table, k.conname::text as name,
         pg_catalog.pg_get_constraintdef(k.oid) as definition, a.attname::text as column,
         format('%s.%s', tn.nspname, t.relname) as target, ta.attname::text as "targetColumn"
       from pg_catalog.pg_constraint k
       join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
       join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
       join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       join pg_catalog.pg_attribute ta on ta.attrelid = t.oid and ta.attnum = k.confkey[1]
       where k.contype = 'f' and k.conparentid = 0
     ) r where r.table = any ($1) and r.target <> all ($1) order by r.table, r.name`,
    [filled],
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${quoted(table)} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  return rows
}

/**
 * Puts the references back. Rows whose account is not here are left behind where that was asked for, as if the account had
 * been removed, which takes them along; else the restore is refused.
 */
export async function settle(
  client: ClientBase,
  references: readonly Reference[],
  withoutAccounts: boolean,
): Promise<LeftBehind[]> {
  const gone: LeftBehind[] = []
  for (const { table, column, target, targetColumn } of references) {
    const [from, to] = [pg.escapeIdentifier(column), pg.escapeIdentifier(targetColumn)]
    const { rowCount } = await client.query(
      `delete from ${quoted(table)} r where r.${from} is not null
         and not exists (select from ${quoted(target)} t where t.${to} = r.${from})`,
    )
    if (rowCount) gone.push({ table, rows: rowCount })
  }
  if (gone.length > 0 && !withoutAccounts) {
    throw new BackupFault(
      `Accounts that rows of the backup need are not here (${listed(gone)}), and are not in the backup, since a project keeps ` +
        'them: bring those accounts into this project first, with their ids, or restore with --without-accounts, which leaves ' +
        'these rows behind. Nothing was restored.',
    )
  }
  for (const { table, name, definition } of references) {
    await client.query(
      `alter table ${quoted(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
  }
  return gone
}

export const listed = (left: readonly LeftBehind[]): string =>
  left.map(({ table, rows }) => `${rows} of ${table}`).join(', ')
