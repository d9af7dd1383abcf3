import * as v from 'valibot'
import { zoneOf } from '#letters/moments.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { answerOf } from '#server/lib/db/rows.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { knownWord, timeZone, unknownWord } from '#shared/contract/fields.ts'
import { challenges, teamSizes } from '#shared/contract/form-rows.ts'
import { callPlaces } from '#shared/contract/hosts.ts'
import { hourCycles } from '#shared/lib/local-time.ts'
import {
  type Call,
  type CallStatus,
  type MoveOutcome,
  moveLimits,
  moveOutcomes,
  type Outcome,
  outcomes,
  pickedStates,
} from './call-state.ts'

const when = v.nullable(v.date())

const callSchema = v.object({
  id: v.string(),
  created_at: v.date(),
  name: v.string(),
  company: v.string(),
  challenge: v.nullable(v.string()),
  team_size: v.nullable(v.string()),
  message: v.nullable(v.string()),
  status: v.string(),
  call_at: v.date(),
  ends: when,
  proposed_time: when,
  proposed_at: when,
  answered_at: when,
  call_changed_at: when,
  call_sequence: v.number(),
  time_zone: v.nullable(timeZone),
  hour_cycle: v.nullable(v.picklist(hourCycles)),
  desk_zone: timeZone,
  call_minutes: v.number(),
})

const movesSchema = v.object({
  host_name: v.nullable(v.string()),
  place: v.nullable(v.picklist(callPlaces)),
  link: v.nullable(v.string()),
  picked_state: v.nullable(v.picklist(pickedStates)),
  limited: v.nullable(v.picklist(moveLimits)),
  move_notice_minutes: v.number(),
  free_times: v.array(v.date()),
  offered: v.array(v.object({ start: v.string(), until: v.string() })),
})

const callStatuses = bookingStatuses.filter(
  (status): status is CallStatus => status !== 'spam' && status !== 'spam?',
)

/** Null for a booking that was erased or marked as spam. `report` gets words that this release does not know. */
export async function findCall(
  tx: Transaction,
  id: string,
  now: Date,
  report: (column: string, word: string) => void,
): Promise<Call | null> {
  const { rows } = await tx.query('select * from private.visitor_call($1)', [id])
  if (rows[0] === undefined) return null
  const row = v.parse(callSchema, rows[0])
  const starts = row.call_at.getTime()
  return {
    id: row.id,
    received: row.created_at.getTime(),
    name: row.name,
    company: row.company,
    challenge:
      row.challenge === null
        ? unknownWord
        : knownWord(challenges, row.challenge, (word) => report('challenge', word)),
    teamSize:
      row.team_size === null
        ? unknownWord
        : knownWord(teamSizes, row.team_size, (word) => report('team_size', word)),
    message: row.message,
    status: knownWord(callStatuses, row.status, (word) => report('status', word)),
    starts,
    ends: row.ends?.getTime() ?? starts + row.call_minutes * 60_000,
    proposed: row.proposed_time?.getTime() ?? null,
    proposedAt: row.proposed_at?.getTime() ?? null,
    answered: row.answered_at?.getTime() ?? null,
    changed: row.call_changed_at?.getTime() ?? null,
    sequence: row.call_sequence,
    zone: zoneOf(row.time_zone, row.desk_zone),
    hourCycle: row.hour_cycle,
    ...(await findMoves(tx, id, now)),
  }
}

/** The database returns no row for a call that is over. */
async function findMoves(tx: Transaction, id: string, now: Date): Promise<Pick<Call, 'meeting' | 'moves'>> {
  const { rows } = await tx.query('select * from private.visitor_moves($1, $2)', [id, now])
  const row = rows[0] === undefined ? null : v.parse(movesSchema, rows[0])
  return {
    meeting: { host: row?.host_name ?? null, place: row?.place ?? null, link: row?.link ?? null },
    moves: {
      picked: row?.picked_state ?? null,
      limit: row ? row.limited : 'off',
      noticeMinutes: row?.move_notice_minutes ?? 0,
      times: (row?.free_times ?? []).map((time) => time.getTime()),
      offered: row?.offered[0]
        ? {
            times: row.offered.map(({ start }) => Date.parse(start)),
            until: Date.parse(row.offered[0].until),
          }
        : null,
    },
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
  return outcomeOf(
    await tx.query('select private.propose_time($1, $2, $3, $4, $5) as outcome', [
      id,
      status,
      starts,
      proposed,
      now,
    ]),
  )
}

/** Moves the call to a free time. */
export async function writeMove(
  tx: Transaction,
  { id, status, starts, now }: Change,
  target: Date,
): Promise<MoveOutcome> {
  const { rows } = await tx.query('select private.move_call($1, $2, $3, $4, $5) as outcome', [
    id,
    status,
    starts,
    target,
    now,
  ])
  return v.parse(v.object({ outcome: v.picklist(moveOutcomes) }), rows[0]).outcome
}

export async function writeCancellation(
  tx: Transaction,
  { id, status, starts, now }: Change,
): Promise<Outcome> {
  return outcomeOf(
    await tx.query('select private.cancel_call($1, $2, $3, $4) as outcome', [id, status, starts, now]),
  )
}

export async function writeProof(tx: Transaction, id: string): Promise<void> {
  await answerOf(tx, 'private.confirm_mailbox', [id])
}

/** Without a row the booking is gone, and nothing was done. */
const outcomeOf = ({ rows }: { rows: unknown[] }): Outcome =>
  rows[0] === undefined ? 'changed' : v.parse(v.object({ outcome: v.picklist(outcomes) }), rows[0]).outcome
