import { RefusedForGood } from './refused.ts'
import type { Filter } from './types.ts'

const longest = 1000
const mostValues = 100

const word = '"(?:[^"\\\\]|\\\\.)*"|[^,"]*'
const shape = new RegExp(`^([^=,]+)=(?:eq\\.(${word})|in\\.\\(((?:${word})(?:,(?:${word}))*)\\))$`, 's')

/** Parses `status=eq.new` or `team_size=in.(1,"2-5")`. */
export function parseFilter(text: string): Filter {
  if (text.length > longest) throw new RefusedForGood(`A filter has at most ${longest} characters`)
  const [, column, one, list] = shape.exec(text) ?? []
  if (column === undefined) {
    throw new RefusedForGood(
      `The filter '${text}' is not understood: it is one condition, column=eq.value or column=in.(value,value)`,
    )
  }
  const values =
    list === undefined ? [one ?? ''] : (list.match(new RegExp(`(?<=^|,)(?:${word})(?=,|$)`, 'gs')) ?? [])
  if (values.length > mostValues)
    throw new RefusedForGood(`A list in a filter has at most ${mostValues} values`)
  return { text, column, values: values.map(unquoted) }
}

const unquoted = (value: string) =>
  /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value
