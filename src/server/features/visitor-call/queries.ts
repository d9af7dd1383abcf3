import { zoneOf } from '#letters/moments.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { Challenge, TeamSize } from '#shared/contract/booking.ts'
import type { Call, Outcome } from './types.ts'

interface CallRow {
  id: string
  created_at: Date
  name: string
  company: string
  challenge: Challenge
  team_size: TeamSize
  message: string | null
  status: Call['status']
  call_at: Date
  ends: Date | null
  proposed_time: Date | null
  proposed_at: Date | null
  answered_at: Date | null
  call_changed_at: Date | null
  call_sequence: number
  time_zone: string | null
  desk_zone: string
  call_minutes: number
}

/** Null for one that is erased, or was found to be spam. */
export async function findCall(tx: Transaction, id: string): Promise<Call | null> {
  const { rows } = await tx.query<CallRow>('select * from private.visitor_call($1)', [id])
  const [row] = rows
  if (!row) return null
  const starts = row.call_at.getTime()
  return {
    id: row.id,
    received: row.created_at.getTime(),
    name: row.name,
    company: row.company,
    challenge: row.challenge,
    teamSize: row.team_size,
    message: row.message,
    status: row.status,
    starts,
    ends: row.ends?.getTime() ?? starts + row.call_minutes * 60_000,
    proposed: row.proposed_time?.getTime() ?? null,
    proposedAt: row.proposed_at?.getTime() ?? null,
    answered: row.answered_at?.getTime() ?? null,
    changed: row.call_changed_at?.getTime() ?? null,
    sequence: row.call_sequence,
    zone: zoneOf(row.time_zone, row.desk_zone),
  }
}

interface Change {
  id: string
  status: string
  starts: Date
  now: Date
}

export async function writeProposal(
  tx: Transaction,
  { id, status, starts, now }: Change,
  proposed: Date,
): Promise<Outcome> {
  const { rows } = await tx.query<{ outcome: Outcome }>(
    'select private.propose_time($1, $2, $3, $4, $5) as outcome',
    [id, status, starts, proposed, now],
  )
  return rows[0]?.outcome ?? 'changed'
}

export async function writeCancellation(
  tx: Transaction,
  { id, status, starts, now }: Change,
): Promise<Outcome> {
  const { rows } = await tx.query<{ outcome: Outcome }>(
    'select private.cancel_call($1, $2, $3, $4) as outcome',
    [id, status, starts, now],
  )
  return rows[0]?.outcome ?? 'changed'
}
