import { unknownColumn, unknownTable } from './refusal.ts'
import type { Catalogue, Column, Relation } from './types.ts'

export function relationOf({ relations }: Catalogue, name: string): Relation {
  const relation = relations.get(name)
  if (!relation) throw unknownTable(name)
  return relation
}

export function columnsNamed(
  relation: Relation,
  names: readonly string[],
  unknown: typeof unknownColumn = unknownColumn,
): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name)
    if (!column) throw unknown(relation.name, name)
    return column
  })
}
