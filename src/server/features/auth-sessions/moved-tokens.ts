import { audit } from '#server/features/auth-audit/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { decide } from '#server/lib/auth/decide.ts'
import { hashPlainTokens } from './queries.ts'

/**
 * A Supabase project keeps refresh tokens as they are. Of those that came along only the hashes are kept from now on, as
 * of ours, by which they are found: people stay signed in, and a dump is worth nothing. Gives how many there were.
 */
export function takeOverTokens({
  database,
  clock,
}: Pick<AuthContext, 'database' | 'clock'>): Promise<number> {
  return decide(database, async (tx) => {
    const tokens = await hashPlainTokens(tx)
    const traits = { tokens }
    await audit(tx, { action: 'tokens_taken_over', outcome: 'done', actor: null, traits }, new Date(clock()))
    return tokens
  })
}
