import * as v from 'valibot'
import { parseFilter } from './filter.ts'
import { schema, tables } from './policy.ts'
import { Refused } from './refused.ts'
import type { Binding, Kind } from './types.ts'

const asked = v.object({
  event: v.string(),
  schema: v.string(),
  table: v.optional(v.string()),
  filter: v.nullish(v.string()),
  select: v.nullish(v.array(v.string())),
})

/** What `phx_join` carries. The client always sends its wishes for broadcast and presence too. */
const joinSchema = v.object({
  access_token: v.optional(v.unknown()),
  config: v.optional(
    v.object({ private: v.nullish(v.boolean(), false), postgres_changes: v.nullish(v.array(asked), []) }),
    {},
  ),
})

const kindsOf: Readonly<Record<string, readonly Kind[]>> = {
  '*': ['INSERT', 'UPDATE', 'DELETE'],
  INSERT: ['INSERT'],
  UPDATE: ['UPDATE'],
  DELETE: ['DELETE'],
}

export interface Join {
  token: unknown
  bindings: readonly Binding[]
}

/** Reads what a channel wants. Whether its caller may have that is asked later. */
export function readJoin(payload: unknown, mostBindings: number): Join {
  const result = v.safeParse(joinSchema, payload)
  if (!result.success) throw new Refused('The join is not understood')
  const { access_token: token, config } = result.output
  if (config.private) {
    throw new Refused('Private channels are not served: they are for broadcast and presence')
  }
  if (config.postgres_changes.length > mostBindings) {
    throw new Refused(`A channel has at most ${mostBindings} postgres_changes`)
  }
  return { token, bindings: config.postgres_changes.map((wish, index) => readBinding(wish, index + 1)) }
}

function readBinding(wish: v.InferOutput<typeof asked>, id: number): Binding {
  const { event, table = '*', filter, select } = wish
  if (wish.schema !== schema || !tables.has(table)) {
    throw new Refused(`${wish.schema}.${table} cannot be watched. Tables: ${[...tables].join(', ')}`)
  }
  const kinds = kindsOf[event.toUpperCase()]
  if (!kinds) throw new Refused(`'${event}' is not told of. Events: *, INSERT, UPDATE, DELETE`)
  return {
    id,
    table,
    kinds,
    filter: filter ? parseFilter(filter) : null,
    select: select?.length ? select : null,
    asked: { event, schema: wish.schema, table, ...(filter && { filter }) },
  }
}
