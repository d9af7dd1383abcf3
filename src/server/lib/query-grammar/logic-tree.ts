import { type Condition, readGroupedFilter } from './filter.ts'
import { unparsable } from './refusal.ts'
import { Scanner } from './scanner.ts'

/** Conditions joined by `and` or `or`, groups among them. */
export interface Group {
  kind: 'and' | 'or'
  isNegated: boolean
  terms: readonly (Group | Condition)[]
}

const deepest = 8
const mostTerms = 100

const head = /(not\.)?(and|or)(?=\()/y

/** A group as a parameter: the name says how its members are joined, `or=(a.eq.1,and(b.gt.2,c.is.null))`. */
export function readGroup(name: string, text: string): Group {
  const [, not, kind] = /^(not\.)?(and|or)$/.exec(name) ?? []
  const scanner = new Scanner(text, 'logic tree')
  const terms = readTerms(scanner, 1)
  scanner.end()
  return { kind: kind === 'or' ? 'or' : 'and', isNegated: not !== undefined, terms }
}

function readTerms(scanner: Scanner, depth: number): (Group | Condition)[] {
  if (depth > deepest) scanner.fail(`Groups may lie ${deepest} deep`)
  scanner.expect(/\(/y)
  const terms: (Group | Condition)[] = []
  do {
    scanner.take(/\s*/y)
    const group = scanner.take(head)
    if (!group) terms.push(readGroupedFilter(scanner))
    else {
      const kind = group[2] === 'or' ? 'or' : 'and'
      terms.push({ kind, isNegated: group[1] !== undefined, terms: readTerms(scanner, depth + 1) })
    }
  } while (scanner.take(/,/y))
  scanner.expect(/\)/y)
  return terms
}

/** Joins all filters of a request by `and`; refuses too many of them. */
export function together(terms: Group['terms']): Group {
  const group: Group = { kind: 'and', isNegated: false, terms }
  if (countTerms(group) > mostTerms) {
    throw unparsable('filter', null, `At most ${mostTerms} filters in one request`)
  }
  return group
}

const countTerms = (term: Group | Condition): number =>
  term.kind === 'condition' ? 1 : term.terms.reduce((sum, inner) => sum + countTerms(inner), 0)
