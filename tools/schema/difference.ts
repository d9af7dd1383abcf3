import { extract } from '@supabase/pg-delta/extract'
import { plan } from '@supabase/pg-delta/plan'
import pg from 'pg'

export interface Change {
  sql: string
  /** Dropping a table or a column loses its data. */
  losesData: boolean
}

/** Objects of bootstrap.sql, of extensions, or of the tool that applies migrations. */
const others = ['supabase_migrations', 'auth', 'extensions']

/** The superuser of every PostgreSQL that we start for work like this. */
const owner = 'postgres'

/**
 * The statements that turn the first database into the second, in an order in which they run. Only objects that
 * migrations create are compared.
 */
export async function differenceOf(from: string, to: string): Promise<Change[]> {
  const [before, after] = [new pg.Pool({ connectionString: from }), new pg.Pool({ connectionString: to })]
  try {
    const { rows: roles } = await before.query<{ rolname: string }>('select rolname from pg_roles')
    const { actions } = plan((await extract(before)).factBase, (await extract(after)).factBase, {
      scope: 'database',
      defaultOwner: owner,
      policy: {
        id: 'backline',
        assumedSchemas: others,
        assumedRoles: roles.map(({ rolname }) => rolname),
        filter: [
          {
            action: 'exclude',
            match: {
              any: [
                { schema: others },
                { target: { schema: others } },
                { all: [{ kind: 'schema' }, { name: others }] },
                { target: { kind: 'schema', name: others } },
                { kind: 'extension' },
                // The owner's rights are implicit, and the owner has another name elsewhere.
                { all: [{ kind: 'acl' }, { idField: { field: 'grantee', glob: owner } }] },
              ],
            },
          },
        ],
      },
    })
    const made = actions.map(({ sql }) => sql)
    return actions
      .filter(({ sql }) => !isOfNewColumn(sql, made))
      .map(({ sql, dataLoss }) => ({ sql, losesData: dataLoss === 'destructive' }))
  } finally {
    await Promise.all([before.end(), after.end()])
  }
}

/** Whether grants are taken from a column that these statements make, which has none yet. */
function isOfNewColumn(sql: string, made: readonly string[]): boolean {
  const [, column, table] = /^REVOKE ALL \(("[^)]+")\) ON TABLE (\S+) /.exec(sql) ?? []
  const starts = [`CREATE TABLE ${table} `, `ALTER TABLE ${table} ADD COLUMN ${column} `]
  return column !== undefined && made.some((one) => starts.some((start) => one.startsWith(start)))
}
