import { UnknownName, unknownColumn } from './refusal.ts'

export interface CatalogColumn {
  name: string
  /** The type in PostgreSQL's spelling, ready for a cast; for a domain, its base type. */
  type: string
  /** The expression for the default value, in PostgreSQL's spelling. */
  defaultText: string | null
  isKey: boolean
}

/** A table, a view, or the rows that a function returns. */
export interface Relation {
  name: string
  columns: ReadonlyMap<string, CatalogColumn>
}

export interface RoutineArgument {
  name: string
  type: string
  isRequired: boolean
}

/** One of several functions that share a name. */
export interface Routine {
  name: string
  arguments: readonly RoutineArgument[]
  isSet: boolean
  isVoid: boolean
  /** The columns of the function's result; null for a scalar value. */
  columns: ReadonlyMap<string, CatalogColumn> | null
}

/** The contents of the schema `public`. Names in statements come from this catalog, never from the client. */
export interface Catalog {
  relations: ReadonlyMap<string, Relation>
  routines: ReadonlyMap<string, readonly Routine[]>
}

export function relationOf({ relations }: Catalog, name: string): Relation {
  const relation = relations.get(name)
  if (relation) return relation
  const table = `public.${name.slice(0, 100)}`
  throw new UnknownName(
    'PGRST205',
    `Could not find the table '${table}' in the schema cache`,
    null,
    `Searched for the table '${table}', but no matches were found in the schema cache.`,
  )
}

export function columnsNamed(
  relation: Relation,
  names: readonly string[],
  unknown: typeof unknownColumn = unknownColumn,
): CatalogColumn[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknown(relation.name, name)
    return column
  })
}
