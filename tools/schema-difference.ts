import type { StableId } from '@supabase/pg-delta/core'
import { extract } from '@supabase/pg-delta/extract'
import { plan } from '@supabase/pg-delta/plan'
import pg from 'pg'

export interface Change {
  sql: string
  /** A table or a column goes, with what is in it. */
  losesData: boolean
}

/** Made by bootstrap.sql, by extensions, or by whoever applies migrations. */
const others = ['supabase_migrations', 'auth', 'extensions']

/**
 * What makes the first database like the second, in an order in which it runs. Both belong to `owner`, and what the
 * migrations make is compared alone.
 */
export async function differenceOf(from: string, to: string, owner: string): Promise<Change[]> {
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
          { match: { schema: others }, action: 'exclude' },
          { match: { all: [{ kind: 'schema' }, { name: others }] }, action: 'exclude' },
          { match: { kind: 'extension' }, action: 'exclude' },
          // What the owner may do goes without saying, and the owner has another name elsewhere.
          {
            match: { all: [{ kind: 'acl' }, { idField: { field: 'grantee', glob: owner } }] },
            action: 'exclude',
          },
        ],
      },
    })
    const made = new Set(actions.flatMap(({ produces }) => produces.map(columnOf)))
    return actions
      .filter(
        ({ sql, produces: [first] }) => !(sql.startsWith('REVOKE') && first && made.has(grantedOf(first))),
      )
      .map(({ sql, dataLoss }) => ({ sql, losesData: dataLoss === 'destructive' }))
  } finally {
    await Promise.all([before.end(), after.end()])
  }
}

/** The column that an action makes. */
const columnOf = (id: StableId) => (id.kind === 'column' ? `${id.schema}.${id.table}.${id.name}` : null)

/** The column of which an action says who may use it: of a new one nobody may yet. */
const grantedOf = (id: StableId) =>
  id.kind === 'acl' && id.column !== undefined && 'schema' in id.target && 'name' in id.target
    ? `${id.target.schema}.${id.target.name}.${id.column}`
    : ''
