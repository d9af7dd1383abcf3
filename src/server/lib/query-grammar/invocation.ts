import type { Bound } from './bound.ts'
import { quoted, typed } from './expressions.ts'
import type { Given, Routine } from './types.ts'

/** A call by the names of the arguments, and the source of their values. */
export function invocation(routine: Routine, given: Given, bound: Bound): { call: string; args: string } {
  const used = routine.arguments.filter(({ name }) => Object.hasOwn(given.values, name))
  const json = given.isJson && used.length > 0 ? bound.of(JSON.stringify(given.values)) : null
  const list = used.map(({ name, type, isVariadic }) => {
    const value = json ? `args.${quoted(name)}` : `${bound.of(String(given.values[name]))}::${type}`
    return `${isVariadic ? 'variadic ' : ''}${quoted(name)} => ${value}`
  })
  return {
    call: `public.${quoted(routine.name)}(${list.join(', ')})`,
    args: json ? `json_to_record(${json}::json) as args (${typed(used)})` : '(values (true)) as args',
  }
}
