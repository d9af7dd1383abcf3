import * as v from 'valibot'
import { parseFilter } from './filter.ts'
import { refuseOptions } from './join-options.ts'
import { offered, schema, tables } from './policy.ts'
import { RefusedForGood } from './refused.ts'
import type { Binding, Kind } from './types.ts'

const subscription = v.strictObject({
  event: v.string(),
  schema: v.string(),
  table: v.nullish(v.string()),
  filter: v.nullish(v.string()),
})

/** The payload of `phx_join`; the other options of `config` are checked by name. */
const joinSchema = v.object({
  access_token: v.optional(v.unknown()),
  config: v.optional(
    v.objectWithRest(
      {
        postgres_changes: v.nullish(v.array(subscription), []),
        // Has no effect: changes after our reply are always published, so there is nothing to wait for.
        postgres_changes_options: v.nullish(
          v.strictObject({ wait: v.nullish(v.boolean()), timeout: v.nullish(v.number()) }),
        ),
      },
      v.unknown(),
    ),
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

/** Reads the subscriptions of a channel; the caller's rights are checked later. */
export function readJoin(payload: unknown, mostBindings: number): Join {
  const result = v.safeParse(joinSchema, payload)
  if (!result.success) throw new RefusedForGood(notUnderstood(result.issues[0]))
  const { postgres_changes: subscriptions, postgres_changes_options: _, ...others } = result.output.config
  refuseOptions(others)
  if (subscriptions.length === 0) {
    throw new RefusedForGood(`A channel without postgres_changes would never hear anything. ${offered}`)
  }
  if (subscriptions.length > mostBindings) {
    throw new RefusedForGood(`A channel has at most ${mostBindings} postgres_changes`)
  }
  return {
    token: result.output.access_token,
    bindings: subscriptions.map((each, index) => readBinding(each, index + 1)),
  }
}

function notUnderstood(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (path === null) return 'The join is not understood: it is no object'
  return issue.expected === 'never' ? `There is no option '${path}'` : `'${path}' is not ${issue.expected}`
}

function readBinding(
  { event, schema: place, table, filter }: v.InferOutput<typeof subscription>,
  id: number,
): Binding {
  const asked = { event, schema: place, ...(table != null && { table }), ...(filter != null && { filter }) }
  if (place !== schema || table == null || !tables.has(table)) {
    throw new RefusedForGood(`${place}.${table ?? '*'} cannot be watched. Tables: ${[...tables].join(', ')}`)
  }
  const kinds = kindsOf[event.toUpperCase()]
  if (!kinds) throw new RefusedForGood(`'${event}' is not told of. Events: *, INSERT, UPDATE, DELETE`)
  if (filter && kinds.every((kind) => kind === 'DELETE')) {
    throw new RefusedForGood(`The filter '${filter}' cannot hold: a row that is gone meets none`)
  }
  return {
    id,
    table,
    kinds,
    filter: filter ? parseFilter(filter) : null,
    asked,
  }
}
