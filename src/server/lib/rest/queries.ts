import type { Transaction } from '#server/lib/db/database.ts'
import type { Catalog, CatalogColumn, Relation, Routine } from '#server/lib/query-grammar/catalog.ts'
import type { QueryStatement } from '#server/lib/query-grammar/expressions.ts'

export interface ResultPage {
  /** The rows as JSON strings, joined by commas. */
  body: string
  rows: number
  /** The number of rows on all pages; null if it was not counted. */
  total: number | null
}

/**
 * The first statement of each request, except a visitor's insert. This statement checks the token's session, and makes
 * the transaction of a read request read-only.
 */
export async function openRequest(
  tx: Transaction,
  asks: { isReading: boolean; hasSession: boolean },
): Promise<boolean> {
  const parts = [
    ...(asks.isReading ? ["set_config('transaction_read_only', 'on', true)"] : []),
    ...(asks.hasSession ? ['private.session_is_live() as live'] : []),
  ]
  if (parts.length === 0) return true
  const { rows } = await tx.query<{ live?: boolean }>(`select ${parts.join(', ')}`)
  return !asks.hasSession || rows[0]?.live === true
}

export async function fetchPage(tx: Transaction, { text, values }: QueryStatement): Promise<ResultPage> {
  const { rows } = await tx.query<ResultPage>(text, values)
  return rows[0] ?? { body: '', rows: 0, total: null }
}

/** Runs a statement that returns no rows, and counts the changed rows. */
export async function runStatement(tx: Transaction, { text, values }: QueryStatement): Promise<ResultPage> {
  const { rowCount } = await tx.query(text, values)
  return { body: '', rows: rowCount, total: null }
}

/** The tables, views and functions of `public`, by name. */
export async function readCatalog(tx: Transaction): Promise<Catalog> {
  return { relations: await readRelations(tx), routines: await readRoutines(tx) }
}

/**
 * The columns of a row type, except dropped columns. A domain appears as its base type; its constraints still apply.
 */
const columnsOfType = (oid: string, key = 'null::smallint[]') => `(
  select json_agg(json_build_object('name', a.attname,
    'type', format_type(case t.typtype when 'd' then t.typbasetype else t.oid end, -1),
    'defaultText', case
      when a.attidentity <> '' then
        format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'isKey', coalesce(a.attnum = any (${key}), false)) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped)`

const byName = (columns: readonly CatalogColumn[]) => new Map(columns.map((column) => [column.name, column]))

/** Reads all tables and views except partitions. */
async function readRelations(tx: Transaction): Promise<Map<string, Relation>> {
  const { rows } = await tx.query<{ name: string; columns: CatalogColumn[] | null }>(
    `select c.relname as name, ${columnsOfType('c.oid', 'k.conkey')} as columns
    from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and not c.relispartition`,
  )
  return new Map(rows.map(({ name, columns }) => [name, { name, columns: byName(columns ?? []) }]))
}

type RoutineRow = Omit<Routine, 'columns'> & { columns: CatalogColumn[] | null }

/** Reads all functions that can be called with named arguments, except trigger functions. */
async function readRoutines(tx: Transaction): Promise<Map<string, Routine[]>> {
  const { rows } = await tx.query<RoutineRow>(
    `select p.proname as name, p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid",
      coalesce(args.inputs, '[]') as arguments, coalesce(args.outputs, ${columnsOfType('r.typrelid')}) as columns
    from pg_proc p join pg_type r on r.oid = p.prorettype
    cross join lateral (
      select
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1),
          'isRequired', a.place <= p.pronargs - p.pronargdefaults) order by a.number)
          filter (where a.mode in ('i', 'b')) as inputs,
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1), 'defaultText', null,
          'isKey', false) order by a.number) filter (where a.mode in ('o', 'b', 't')) as outputs,
        coalesce(bool_or(a.mode in ('i', 'b') and coalesce(a.name, '') = ''), false) as unnamed
      from (
        select u.*, count(*) filter (where u.mode in ('i', 'b')) over (order by u.number) as place
        from (
          select number, type, p.proargnames[number::int] as name, coalesce(p.proargmodes[number::int], 'i') as mode
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as _ (type, number)
        ) u
      ) a
    ) args
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provariadic = 0
      and not args.unnamed
      and p.prorettype <> all (array['trigger', 'event_trigger']::regtype[])
    order by p.oid`,
  )
  const routines = new Map<string, Routine[]>()
  for (const { columns, ...row } of rows) {
    const routine = { ...row, columns: columns && byName(columns) }
    routines.set(routine.name, [...(routines.get(routine.name) ?? []), routine])
  }
  return routines
}
