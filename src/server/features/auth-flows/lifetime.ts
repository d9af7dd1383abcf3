import type { FlowRow } from './types.ts'

/** Milliseconds for which a code is good; for a sign-in at a provider, the whole way there and back. */
const lifetime = 300_000

/** The time of a mailed flow runs from the opening of the link: nobody reads mail in five minutes. */
export function isOver(flow: FlowRow, now: number): boolean {
  const mailed = flow.provider_type === 'email'
  const from = (mailed && flow.auth_code_issued_at) || flow.created_at
  return now - from.getTime() > lifetime
}
