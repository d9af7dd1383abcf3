import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { sha256 } from '#server/lib/crypto/digest.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { pkceOf } from './exchange.ts'
import { isOver } from './lifetime.ts'
import { deleteFlow, giveProviderCode, insertProviderFlow, lockProviderFlow, noteReturn } from './queries.ts'
import type { FlowRow, ProviderFlow, ProviderTokens } from './types.ts'

/** Begins a flow at a provider. Gives its id, which is the state that the provider sends back. */
export function startProviderFlow(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  flow: Omit<ProviderFlow, 'id'>,
): Promise<string> {
  return insertProviderFlow(tx, flow, new Date(clock()))
}

/** A flow whose browser came back, and why it goes no further, if it does not. */
interface Returned {
  flow: ProviderFlow
  refusal: AuthRefusal | null
}

/**
 * A browser came back from a provider. A flow is used once, whatever comes of it; a browser that `mayReturn` refuses
 * does not use it up. Null when there is no such flow.
 */
export async function takeProviderFlow(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  id: string,
  mayReturn: (flow: ProviderFlow) => boolean,
): Promise<Returned | null> {
  const row = await lockProviderFlow(tx, id)
  if (!row) return null
  const flow = flowOf(row)
  if (!mayReturn(flow)) {
    return { flow, refusal: new AuthRefusal('bad_oauth_state', 'The sign-in began in another browser') }
  }
  if (row.auth_code_issued_at) {
    return { flow, refusal: new AuthRefusal('flow_state_already_used', 'This sign-in was completed before') }
  }
  if (isOver(row, clock())) {
    return {
      flow,
      refusal: new AuthRefusal('bad_oauth_state', 'The sign-in took too long, please try again'),
    }
  }
  await noteReturn(tx, id, new Date(clock()))
  return { flow, refusal: null }
}

const flowOf = (row: FlowRow): ProviderFlow => ({
  id: row.id,
  provider: row.provider_type,
  redirectTo: row.referrer ?? '',
  pkce: pkceOf(row),
  linking:
    row.linking_target_id && row.user_id ? { userId: row.user_id, sessionId: row.linking_target_id } : null,
})

/** The code for the client of a person whom the provider named, with the provider's tokens sealed behind it. */
export async function codeForProvider(
  tx: Transaction,
  { clock, cipher }: Pick<AuthContext, 'clock' | 'cipher'>,
  id: string,
  userId: string,
  tokens: ProviderTokens,
): Promise<string> {
  const code = randomUUID()
  const seal = (token: string | undefined) => (token ? cipher.seal('provider token', token) : null)
  const [access, refresh] = [await seal(tokens.accessToken), await seal(tokens.refreshToken)]
  await giveProviderCode(tx, { id, userId, codeHash: sha256(code), access, refresh }, new Date(clock()))
  return code
}

/** A flow that gives no code is not needed any more. */
export const endProviderFlow = deleteFlow
