import { nearName } from './near-name.ts'
import { unknownColumn, unknownTable, unrelated } from './refusal.ts'
import type { SelectList } from './select-list.ts'
import type { Catalogue, Column, Relation } from './types.ts'

/** The table or view of this name; refuses a select list that embeds another table. */
export function relationOf(catalogue: Catalogue, name: string, select: SelectList): Relation {
  const relation = catalogue.relations.get(name)
  if (!relation) throw unknownTable(name, nearName(catalogue.relations.keys(), name))
  checkRelated(catalogue, name, select)
  return relation
}

export function checkRelated({ relations }: Catalogue, from: string, select: SelectList): void {
  for (const item of select) {
    if (item === '*' || !item.isEmbedded) continue
    const { column } = item.path
    throw unrelated(from, column, nearName(relations.keys(), column))
  }
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
