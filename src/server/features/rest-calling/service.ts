import { asCaller } from '#server/lib/rest/as-caller.ts'
import type { RestContext } from '#server/lib/rest/context.ts'
import { fetchPage, run } from '#server/lib/rest/queries.ts'
import { notSingular } from '#server/lib/rest/refusal.ts'
import type { Caller, Page } from '#server/lib/rest/types.ts'
import { type Call, planCall } from './planning.ts'

/** The result of a function: nothing, one value or object, or rows. */
export type Result = Page & { shape: 'nothing' | 'one' | 'rows' }

/** Calls a function of `public` that the caller's role may execute. */
export async function call(context: RestContext, caller: Caller, wanted: Call): Promise<Result> {
  const { shape, statement, sheet } = await context.catalogue.resolve((catalogue) =>
    planCall(catalogue, wanted),
  )
  return asCaller(context, caller, wanted, async (tx) => {
    const page = await (shape === 'nothing' ? run : fetchPage)(tx, statement)
    if (shape !== 'nothing' && wanted.form === 'object' && page.rows !== 1) throw notSingular(page.rows)
    return { ...page, shape, sheet }
  })
}
