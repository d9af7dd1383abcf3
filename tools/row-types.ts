import { closedAnswers, closedColumns } from '#shared/contract/closed-sets.ts'

/** The owners of the typed schemas; the tables of each have their own file. */
export const schemas = ['auth', 'private', 'public'] as const

/**
 * The generated types of the tables of a schema or of all functions, compared on every run;
 * `npx vitest run tools/row-types.test.ts -u` writes them.
 */
export const rowTypesFile = (part: (typeof schemas)[number] | 'functions') =>
  `src/server/lib/db/row-types-${part}.ts`

interface Column {
  owner: string
  name: string
  type: string
  labels: string[] | null
  is_array: boolean
  is_null: boolean
  is_object: boolean
}

/** Every column of a table or view, and every function that answers one value, as a column without a name. */
export const describedColumns = `
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

/** The JavaScript type into which `pg` parses each PostgreSQL type. Integers too long for a number stay strings. */
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

/** JSON columns of the auth service, and keys, that hold only objects although no check constraint says so. */
const objects: ReadonlySet<string> = new Set([
  'auth.identities.identity_data',
  'auth.users.raw_app_meta_data',
  'auth.users.raw_user_meta_data',
  'private.signing_keys.public_key',
  'public.outbox.facts',
])

const closed: ReadonlySet<string> = new Set(Object.keys({ ...closedColumns, ...closedAnswers }))

function typeOf({ owner, name, type, labels, is_array, is_null, is_object }: Column): string {
  const column = name === '' ? owner : `${owner}.${name}${is_array ? '[]' : ''}`
  const word = closed.has(column) ? `Closed<'${column}'>` : undefined
  const union = labels?.map((label) => `'${label}'`).join(' | ')
  const value = word ?? union ?? (is_object || objects.has(column) ? 'Record<string, unknown>' : types[type])
  if (value === undefined) throw new Error(`tools/row-types.ts has no type for ${column}, which is ${type}`)
  const whole = is_array ? (union ? `(${value})[]` : `${value}[]`) : value
  return is_null && whole !== 'unknown' ? `${whole} | null` : whole
}

/** One property of an interface, wrapped as our formatter wraps it. */
function line(indent: string, key: string, type: string): string {
  const short = `${indent}${key}: ${type}`
  if (short.length <= 110) return short
  return `${indent}${key}:\n${type
    .split(' | ')
    .map((one) => `${indent}  | ${one}`)
    .join('\n')}`
}

/** The module with the row types of a schema, from the columns in the catalogue. */
export function writeRowTypes(schema: (typeof schemas)[number], all: readonly Column[]): string {
  const columns = all.filter(({ owner }) => owner.startsWith(`${schema}.`))
  const title = schema.charAt(0).toUpperCase() + schema.slice(1)
  const ofTables = columns.filter(({ name }) => name !== '')
  const tables = [...new Set(ofTables.map(({ owner }) => owner))].map((table) => {
    const lines = ofTables
      .filter(({ owner }) => owner === table)
      .map((column) => line('    ', column.name, typeOf(column)))
    return `  '${table}': {\n${lines.join('\n')}\n  }`
  })
  const says = 'The row of each table. A column with a closed set has the words of its list.'
  return moduleOf(`${title}Tables`, says, tables)
}

/** The module with the types of what all functions answer, from the same columns. */
export function writeFunctionTypes(all: readonly Column[]): string {
  const functions = all
    .filter(({ name }) => name === '')
    .map((column) => line('  ', `'${column.owner}'`, typeOf(column)))
  return moduleOf('Functions', 'What each function answers that answers one value.', functions)
}

function moduleOf(name: string, says: string, lines: readonly string[]): string {
  const body = `/** ${says} */\nexport interface ${name} {\n${[...new Set(lines)].join('\n')}\n}\n`
  return `${body.includes('Closed<') ? closedType : ''}${head}
${body}`
}

const closedType = `import type { Closed } from '#shared/contract/closed-sets.ts'

`
const head = `// Written from the database by \`npx vitest run tools/row-types.test.ts -u\`; a test compares it on every run.
`
