import type { ClientBase } from 'pg'

/** Ours; `auth` belongs to Supabase or to the bootstrap file. */
const schemas = `('public', 'private')`

/** The grants as one list: grantee, privilege, object. The owner's own rights are implicit. */
const grants = (kind: string, target: string, acl: string, owner: string, from: string) => `
  select format('grant %s on ${kind} %s to %s;', lower(string_agg(privilege_type, ', ' order by privilege_type)),
    ${target}, coalesce(r.rolname, 'public'))
  from ${from}
  cross join lateral aclexplode(coalesce(${acl}, acldefault('${kind[0]}', ${owner}))) a
  left join pg_roles r on r.oid = a.grantee
  where n.nspname in ${schemas} and a.grantee <> ${owner}
  group by ${target}, r.rolname
  order by ${target}, r.rolname`

const sections: [title: string, sql: string][] = [
  [
    'Roles of a request',
    `select format('-- %s: %s%s%s%s', rolname, case when rolcanlogin then 'may sign in' else 'never signs in' end,
       case when rolsuper then ', superuser' else '' end, case when rolbypassrls then ', bypasses row security' else '' end,
       (select ', may become ' || string_agg(g.rolname, ', ' order by g.rolname) from pg_auth_members m
        join pg_roles g on g.oid = m.roleid where m.member = r.oid))
     from pg_roles r where rolname in ('anon', 'authenticated', 'service_role', 'supabase_auth_admin', 'authenticator') or (rolname ~ '^backline_' and rolname <> 'backline_owner') order by rolname`,
  ],
  [
    'Functions',
    `select pg_get_functiondef(p.oid) || ';' from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ${schemas} order by p.oid::regprocedure::text`,
  ],
  [
    'Tables',
    `select format(E'create %stable %s (\\n  %s\\n);', case c.relpersistence when 'u' then 'unlogged ' end, c.oid::regclass, concat_ws(E',\\n  ',
       (select string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
          case when attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid)), E',\\n  ' order by attname)
        from pg_attribute left join pg_attrdef d on (d.adrelid, d.adnum) = (attrelid, attnum)
        where attrelid = c.oid and attnum > 0 and not attisdropped),
       (select string_agg(format('constraint %I %s', conname, pg_get_constraintdef(oid)), E',\\n  ' order by conname)
        from pg_constraint where conrelid = c.oid and contype in ('c', 'p', 'u', 'x', 'f'))))
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and c.relkind in ('r', 'p') order by c.oid::regclass::text`,
  ],
  [
    'Views, types and other relations',
    `select format('-- %s is of kind %s: %s', c.oid::regclass, c.relkind, coalesce(
       case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
       (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped)))
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and c.relkind not in ('r', 'p', 'i', 'I', 't') order by c.oid::regclass::text`,
  ],
  [
    'Indexes beside those of constraints',
    `select pg_get_indexdef(i.indexrelid) || ';' from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and not exists (select from pg_constraint where conindid = i.indexrelid)
     order by i.indexrelid::regclass::text`,
  ],
  [
    'Comments',
    `select format('comment on %s is %L;', pg_describe_object(classoid, objoid, objsubid), description)
     from pg_description d join pg_class c on classoid = 'pg_class'::regclass and c.oid = objoid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas} order by 1`,
  ],
  [
    'Triggers',
    `select pg_get_triggerdef(t.oid) || ';' from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas} and not tgisinternal
     order by c.oid::regclass::text, tgname`,
  ],
  [
    'Row security',
    `select format('alter table %s %s row level security;%s', c.oid::regclass,
       case when relrowsecurity then 'enable' else 'disable' end, case when relforcerowsecurity then ' -- forced' end)
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${schemas} and c.relkind in ('r', 'p') order by c.oid::regclass::text`,
  ],
  [
    'Policies',
    `select format('create policy %I on %I.%I as %s for %s to %s%s%s;', policyname, schemaname, tablename,
       lower(permissive), lower(cmd), array_to_string(roles, ', '), E'\\n  using ' || qual, E'\\n  with check ' || with_check)
     from pg_policies where schemaname in ${schemas} order by schemaname, tablename, policyname`,
  ],
  [
    'Grants on schemas',
    grants('schema', 'n.nspname', 'n.nspacl', 'n.nspowner', 'pg_namespace n').replace("'s',", "'n',"),
  ],
  [
    'Grants on functions',
    grants(
      'function',
      'p.oid::regprocedure::text',
      'p.proacl',
      'p.proowner',
      'pg_proc p join pg_namespace n on n.oid = p.pronamespace',
    ),
  ],
  [
    'Grants on tables',
    grants(
      'table',
      'c.oid::regclass::text',
      'c.relacl',
      'c.relowner',
      'pg_class c join pg_namespace n on n.oid = c.relnamespace',
    )
      .replace("acldefault('t'", "acldefault('r'")
      .replace('where n.', `where c.relkind in ('r', 'p', 'v', 'm') and n.`),
  ],
  [
    'Grants on columns',
    `select format('grant %s (%s) on table %s to %s;', lower(a.privilege_type),
       string_agg(quote_ident(attname), ', ' order by attname), c.oid::regclass, coalesce(r.rolname, 'public'))
     from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
     cross join lateral aclexplode(attacl) a left join pg_roles r on r.oid = a.grantee
     where n.nspname in ${schemas} and not attisdropped
     group by c.oid, a.privilege_type, r.rolname order by c.oid::regclass::text, a.privilege_type, r.rolname`,
  ],
]

/**
 * The schema as text from the catalogue: the same text for the same schema, on every PostgreSQL from 15 on. Columns of a
 * table stand by name, since a later one stands last in the table and where it belongs in the source.
 */
export async function schemaOf(client: Pick<ClientBase, 'query'>): Promise<string> {
  const parts: string[] = []
  for (const [title, sql] of sections) {
    const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
    parts.push(`-- ${title}`, rows.map(([line]) => line.trimEnd()).join('\n') || '-- none')
  }
  return `${parts.join('\n\n')}\n`
}
