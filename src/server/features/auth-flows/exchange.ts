import { type Method, methods } from '#server/features/auth-sessions/service.ts'
import { findUser, isBanned, type UserRow } from '#server/features/auth-users/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { AuthRefusal } from '#server/lib/auth/refusal.ts'
import { sha256 } from '#server/lib/crypto/digest.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { isOver } from './lifetime.ts'
import { meets } from './pkce.ts'
import { deleteFlow, lockByCode } from './queries.ts'
import type { FlowRow, Pkce } from './types.ts'

/** The person who came back from a flow, and with what. */
interface Exchanged {
  user: UserRow
  method: Method
  providerToken?: string
  providerRefreshToken?: string
}

/**
 * The client shows its verifier, and gets the person the code stands for. A wrong verifier does not use the code up:
 * 256 bits are not guessed in five minutes, and an attacker who saw a code cannot spoil it for its owner.
 */
export async function exchangeFlow(
  tx: Transaction,
  context: Pick<AuthContext, 'clock' | 'cipher'>,
  authCode: string,
  verifier: string,
): Promise<Exchanged> {
  const flow = await lockByCode(tx, sha256(authCode))
  const user = flow?.user_id ? await findUser(tx, flow.user_id) : null
  const method = methods.find((known) => known === flow?.authentication_method)
  const pkce = flow && pkceOf(flow)
  if (!user || !pkce || !method)
    throw new AuthRefusal('flow_state_not_found', 'Auth code is unknown or was used before')
  if (isOver(flow, context.clock())) {
    throw new AuthRefusal('flow_state_expired', 'Auth code has expired, please sign in again')
  }
  if (!meets(verifier, pkce)) {
    throw new AuthRefusal('bad_code_verifier', 'Code verifier does not belong to the code challenge')
  }
  if (isBanned(user, context.clock())) throw new AuthRefusal('user_banned', 'User is banned', { status: 400 })
  await deleteFlow(tx, flow.id)
  const { provider_access_token: token, provider_refresh_token: refreshToken } = flow
  return {
    user,
    method,
    ...(token && { providerToken: await context.cipher.open('provider token', token) }),
    ...(refreshToken && { providerRefreshToken: await context.cipher.open('provider token', refreshToken) }),
  }
}

/** Null where tokens, and not a code, were asked for. */
export const pkceOf = ({ code_challenge: challenge, code_challenge_method: method }: FlowRow): Pkce | null =>
  challenge !== null && method !== null ? { challenge, method } : null
