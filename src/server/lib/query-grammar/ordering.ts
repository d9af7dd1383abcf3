import { type ColumnPath, readPath } from './column-path.ts'
import { notEmbedded } from './refusal.ts'
import { Scanner } from './scanner.ts'

export interface OrderTerm {
  path: ColumnPath
  isDescending: boolean
  nulls: 'first' | 'last' | null
}

const mostTerms = 20

/** `name.desc.nullslast,id` */
export function readOrdering(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'order parameter')
  const terms: OrderTerm[] = []
  do {
    if (terms.length === mostTerms) scanner.fail(`At most ${mostTerms} columns to order by`)
    scanner.take(/\s*/y)
    const path = readPath(scanner)
    if (scanner.take(/\(/y)) throw notEmbedded(path.column)
    const direction = scanner.take(/\.(asc|desc)(?![a-z])/y)?.[1]
    const nulls = scanner.take(/\.nulls(first|last)(?![a-z])/y)?.[1]
    terms.push({
      path,
      isDescending: direction === 'desc',
      nulls: nulls === 'first' || nulls === 'last' ? nulls : null,
    })
  } while (scanner.take(/,/y))
  scanner.end()
  return terms
}
