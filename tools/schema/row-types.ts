import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { addressOf, templateName } from '#server/lib/db/test-servers.ts'
import { closedColumns, closedResults } from '#shared/contract/closed-sets.ts'
import { startCachedEmbedded } from '#tools/testing/cached-servers.ts'
import { socketAddress } from '#tools/testing/postgres-server.ts'
import { writeSchema } from './write-schema.ts'

interface DescribedColumn {
  owner: string
  name: string
  type: string
  labels: string[] | null
  is_array: boolean
  is_null: boolean
  is_object: boolean
}

/**
 * Selects all columns of tables and views. A function that returns a single value appears as a column without a name.
 */
const describedColumns = `
  select s.owner, s.name, coalesce(e.typname, t.typname) as type, t.typcategory = 'A' as is_array, s.is_null, s.is_object,
    (select array_agg(enumlabel::text order by enumsortorder) from pg_enum where enumtypid = t.oid) as labels
  from (
    select n.nspname || '.' || c.relname as owner, a.attname as name, a.atttypid as type, not a.attnotnull as is_null,
      exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid) like '%jsonb_typeof(' || a.attname || ') = ''object''%'
      ) as is_object, c.relname as first, a.attnum as second
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('auth', 'private', 'public') and c.relkind in ('r', 'p', 'v') and not c.relispartition
    union all
    select n.nspname || '.' || p.proname, '', p.prorettype, true, false, p.proname, 0
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('private', 'public') and p.prokind = 'f' and not p.proretset
      and p.prorettype::regtype::text not in ('void', 'trigger', 'record')
  ) s
  join pg_type t on t.oid = s.type left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where t.typtype <> 'c'
  order by s.owner, s.second, s.name`

/** Maps PostgreSQL types to the types into which `pg` parses them. Integers beyond a number's range stay strings. */
const types: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'Date',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'string',
  interval: 'object',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  time: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  tstzmultirange: 'string',
  tstzrange: 'string',
  uuid: 'string',
  varchar: 'string',
}

/** JSON columns that contain only objects, although no check constraint says so. */
const objects: ReadonlySet<string> = new Set([
  'auth.identities.identity_data',
  'auth.users.raw_app_meta_data',
  'auth.users.raw_user_meta_data',
  'private.signing_keys.public_key',
  'public.outbox.facts',
])

const closed: ReadonlySet<string> = new Set(Object.keys({ ...closedColumns, ...closedResults }))

function typeOf({ owner, name, type, labels, is_array, is_null, is_object }: DescribedColumn): string {
  const column = name === '' ? owner : `${owner}.${name}${is_array ? '[]' : ''}`
  const word = closed.has(column) ? `ClosedSetValue<'${column}'>` : undefined
  const union = labels?.map((label) => `'${label}'`).join(' | ')
  const value = word ?? union ?? (is_object || objects.has(column) ? 'Record<string, unknown>' : types[type])
  if (value === undefined)
    throw new Error(`tools/schema/row-types.ts has no JavaScript type for ${type}, the type of ${column}`)
  const whole = is_array ? (union ? `(${value})[]` : `${value}[]`) : value
  return is_null && whole !== 'unknown' ? `${whole} | null` : whole
}

/** Generates the module with the row type of every table and the return type of every function. */
function generateModule(columns: readonly DescribedColumn[]): string {
  const entries = (all: readonly DescribedColumn[], keyOf: (column: DescribedColumn) => string) =>
    all.map((column) => `'${keyOf(column)}': ${typeOf(column)}`)
  const functions = columns.filter(({ name }) => name === '')
  const tables = new Set(columns.filter(({ name }) => name !== '').map(({ owner }) => owner))
  const rows = [...tables].map((table) => {
    const own = columns.filter(({ owner, name }) => owner === table && name !== '')
    return `'${table}': { ${entries(own, ({ name }) => name).join('; ')} }`
  })
  return [
    "import type { ClosedSetValue } from '#shared/contract/closed-sets.ts'",
    '/** Row types of all tables. The type of a column with a closed set of values is the type of that set. */',
    `export interface Tables {\n${rows.join('\n')}\n}`,
    '/** Return types of functions that return a single value. */',
    `export interface Functions {\n${entries(functions, ({ owner }) => owner).join('\n')}\n}\n`,
  ].join('\n\n')
}

/** Reads the catalog of the database template. */
async function readColumns(): Promise<DescribedColumn[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-row-types-'))
  // If we are root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755)
  const home = join(folder, 'embedded')
  const stop = await startCachedEmbedded(home)
  try {
    const client = new pg.Client(addressOf(socketAddress(home), templateName))
    await client.connect()
    const { rows } = await client.query<DescribedColumn>(describedColumns)
    await client.end()
    return rows
  } finally {
    stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `tools/prepare.mjs database` runs this if the database's sources have changed. */
await writeSchema()
writeFileSync('src/server/lib/db/row-types.ts', generateModule(await readColumns()))
