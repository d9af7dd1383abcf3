import { randomUUID } from 'node:crypto'
import type { Method } from '#server/features/auth-sessions/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { sha256 } from '#server/lib/crypto/digest.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { giveEmailCode, insertEmailFlow } from './queries.ts'
import type { Pkce } from './types.ts'

export { exchangeFlow } from './exchange.ts'
export { readPkce } from './pkce.ts'
export {
  codeForProvider,
  endProviderFlow,
  startProviderFlow,
  takeProviderFlow,
} from './provider-flow.ts'
export type { Pkce, ProviderFlow, ProviderTokens } from './types.ts'

/** Begins the flow of a mail that a client asked for with PKCE, for a code instead of tokens. Gives the flow's id. */
export function startEmailFlow(
  tx: Transaction,
  { clock }: Pick<AuthContext, 'clock'>,
  pkce: Pkce,
  userId: string,
  method: Method,
): Promise<string> {
  return insertEmailFlow(tx, { pkce, userId, method }, new Date(clock()))
}

/**
 * The auth code for the client after the link was opened, once; null when the flow is over or unknown. The code's time
 * runs from the opening, so that a link may be opened as long as it is good.
 */
export async function claimFlow(
  tx: Transaction,
  { clock, settings }: Pick<AuthContext, 'clock' | 'settings'>,
  flowId: string,
  userId: string,
): Promise<string | null> {
  const code = randomUUID()
  const since = new Date(clock() - settings.codeSeconds * 1000)
  const flow = { id: flowId, userId, codeHash: sha256(code), since }
  return (await giveEmailCode(tx, flow, new Date(clock()))) ? code : null
}
