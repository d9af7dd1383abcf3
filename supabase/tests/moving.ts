import * as v from 'valibot'
import { isDatabaseError } from '#server/lib/db/database.ts'
import { type ExplainedRefusal, explainedRefusalSchema } from '#shared/contract/desk-records.ts'

interface BookingMover {
  run: (sql: string, values: unknown[]) => Promise<unknown>
}

/** Moves a booking as a member does. */
export function move(
  who: BookingMover,
  id: string,
  expected: string,
  target: string,
  more: Record<string, unknown> = {},
): Promise<unknown> {
  const named = { booking: id, expected, target, ...more }
  const places = Object.keys(named).map((name, index) => `${name} => $${index + 1}`)
  return who.run(`select move_booking(${places.join(', ')})`, Object.values(named))
}

/** Returns 'done' or the error's code. Errors that the desk explains are parsed as in the desk. */
export const verdict = (work: Promise<unknown>): Promise<string | ExplainedRefusal> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isDatabaseError(error)) throw error
      if (error.code !== 'PT409') return error.code
      return v.parse(explainedRefusalSchema, { hint: error.hint, details: error.detail })
    },
  )

export async function hintOf(work: Promise<unknown>): Promise<string> {
  const said = await verdict(work)
  return typeof said === 'string' ? said : said.hint
}
