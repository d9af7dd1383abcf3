import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { deleteFlow, insertFlow, lockFlow } from './queries.ts'

export interface ProviderFlow {
  id: string
  provider: string
  /** The page that the browser returns to in the end. */
  redirectTo: string
  /** The user who links one more identity, and the session; null for a sign-in. */
  linking: { userId: string; sessionId: string } | null
}

/** Milliseconds that a person has for the way to the provider and back. */
const lifetime = 300_000

type Tools = Pick<AuthContext, 'clock'>

/** Starts a flow at a provider. Returns its id, which is the state that the provider sends back. */
export function startFlow(
  tx: Transaction,
  { clock }: Tools,
  { provider, redirectTo, linking }: Omit<ProviderFlow, 'id'>,
): Promise<string> {
  const { userId, sessionId } = linking ?? { userId: null, sessionId: null }
  return insertFlow(tx, { provider, redirectTo, userId, sessionId }, new Date(clock()))
}

/**
 * The flow of a browser that comes back from a provider, and why it goes no further, if it does not. A flow is used
 * once, whatever comes of it; a browser that `mayReturn` refuses does not use it up. Null if there is no such flow.
 */
export async function takeFlow(
  tx: Transaction,
  { clock }: Tools,
  id: string,
  mayReturn: (flow: ProviderFlow) => boolean,
): Promise<{ flow: ProviderFlow; refusal: AuthRefusal | null } | null> {
  const row = await lockFlow(tx, id)
  if (!row) return null
  const { user_id: userId, linking_target_id: sessionId } = row
  const flow: ProviderFlow = {
    id,
    provider: row.provider_type,
    redirectTo: row.referrer ?? '',
    linking: userId && sessionId ? { userId, sessionId } : null,
  }
  const refuse = (message: string) => ({ flow, refusal: new AuthRefusal('bad_oauth_state', message) })
  if (!mayReturn(flow)) return refuse('The sign-in began in another browser')
  await deleteFlow(tx, id)
  if (clock() - row.created_at.getTime() > lifetime) {
    return refuse('The sign-in took too long, please try again')
  }
  return { flow, refusal: null }
}
