import { ask } from './databases.ts'

/** The expected rows after that many sessions were opened and refreshed. */
export interface Ledger {
  sessions: number
  refreshes: number
}

/**
 * Throws unless exactly the acknowledged sessions are stored, each with one valid token, and every refresh has
 * replaced one token by one other.
 */
export async function balance(address: string, { sessions, refreshes }: Ledger): Promise<void> {
  const [found] = await ask(
    address,
    `select (select count(*)::int from auth.sessions) as sessions, count(*)::int as tokens,
       count(*) filter (where not revoked)::int as good,
       count(distinct session_id) filter (where not revoked)::int as ends,
       count(nullif(parent, ''))::int as children,
       (select count(distinct used.token)::int from auth.refresh_tokens used
        join auth.refresh_tokens child on child.parent = used.token where used.revoked) as parents
     from auth.refresh_tokens`,
  )
  const wanted = {
    sessions,
    tokens: sessions + refreshes,
    good: sessions,
    ends: sessions,
    children: refreshes,
    parents: refreshes,
  }
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`Acknowledged were ${JSON.stringify(wanted)}, but stored are ${JSON.stringify(found)}`)
  // Forces a checkpoint, so that each measurement starts with nothing left to write.
  await ask(address, 'checkpoint')
}
