import type { Transaction } from '#server/lib/db/database.ts'
import type { Column, Relation, Routine } from '#server/lib/query-grammar/types.ts'

/** The columns of a row type, without dropped ones. A domain gives its base type; its rules still bind writers. */
const columnsOfType = (oid: string, key = 'null::smallint[]') => `(
  select json_agg(json_build_object('name', a.attname,
    'type', format_type(case t.typtype when 'd' then t.typbasetype else t.oid end, -1),
    'otherwise', case
      when a.attidentity <> '' then
        format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
      when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'isKey', coalesce(a.attnum = any (${key}), false)) order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped)`

const byName = (columns: readonly Column[]) => new Map(columns.map((column) => [column.name, column]))

/** Every table and view; of a partitioned table the whole, not its parts. */
export async function readRelations(tx: Transaction): Promise<Map<string, Relation>> {
  const { rows } = await tx.query<{ name: string; columns: Column[] | null }>(
    `select c.relname as name, ${columnsOfType('c.oid', 'k.conkey')} as columns
    from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'f', 'p')
      and not c.relispartition`,
  )
  return new Map(rows.map(({ name, columns }) => [name, { name, columns: byName(columns ?? []) }]))
}

type RoutineRow = Omit<Routine, 'columns'> & { columns: Column[] | null }

/** Every function that can be called by the names of its arguments; those of triggers cannot be called at all. */
export async function readRoutines(tx: Transaction): Promise<Map<string, Routine[]>> {
  const { rows } = await tx.query<RoutineRow>(
    `select p.proname as name, p.proretset as "isSet", p.prorettype = 'void'::regtype as "isVoid",
      p.provolatile = 'v' as "isVolatile",
      coalesce(args.inputs, '[]') as arguments, coalesce(args.outputs, ${columnsOfType('r.typrelid')}) as columns
    from pg_proc p join pg_type r on r.oid = p.prorettype
    cross join lateral (
      select
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1),
          'isRequired', a.place <= p.pronargs - p.pronargdefaults, 'isVariadic', a.mode = 'v') order by a.number)
          filter (where a.mode in ('i', 'b', 'v')) as inputs,
        json_agg(json_build_object('name', a.name, 'type', format_type(a.type, -1), 'otherwise', null,
          'isKey', false) order by a.number) filter (where a.mode in ('o', 'b', 't')) as outputs,
        coalesce(bool_or(a.mode in ('i', 'b', 'v') and coalesce(a.name, '') = ''), false) as unnamed
      from (
        select u.*, count(*) filter (where u.mode in ('i', 'b', 'v')) over (order by u.number) as place
        from (
          select number, type, p.proargnames[number::int] as name, coalesce(p.proargmodes[number::int], 'i') as mode
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as _ (type, number)
        ) u
      ) a
    ) args
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not args.unnamed
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
