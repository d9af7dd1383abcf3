import * as v from 'valibot'
import { zoneOf } from '#letters/moments.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { bookingStateSchema } from '#shared/contract/booking-state.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { timeZone, toKnownValue, unknownValue } from '#shared/contract/fields.ts'
import { challenges, teamSizes } from '#shared/contract/form-rows.ts'
import { callPlaces } from '#shared/contract/hosts.ts'
import { hourCycles } from '#shared/lib/local-time.ts'
import {
  type CallPageData,
  type CallStatus,
  type ChangeOutcome,
  type MoveOutcome,
  moveOutcomes,
  outcomes,
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
  state: bookingStateSchema,
  starts: v.date(),
  ends: v.date(),
  proposed_time: when,
  answered_at: when,
  call_changed_at: when,
  call_sequence: v.number(),
  time_zone: v.nullable(timeZone),
  hour_cycle: v.nullable(v.picklist(hourCycles)),
  desk_zone: timeZone,
  needs_proof: v.boolean(),
  confirms_at_once: v.boolean(),
  move_notice_minutes: v.number(),
  /** Null once the call or request is over. */
  meeting: v.nullable(
    v.object({
      host: v.nullable(v.string()),
      place: v.nullable(v.picklist(callPlaces)),
      link: v.nullable(v.string()),
    }),
  ),
  available_times: v.array(v.date()),
})

const callStatuses = bookingStatuses.filter((status): status is CallStatus => status !== 'spam' && status !== 'spam?')

/**
 * Returns null for a booking that was erased or marked as spam. `report` receives values that this release does not
 * recognize.
 */
export async function findCall(
  tx: Transaction,
  id: string,
  now: Date,
  report: (column: string, word: string) => void,
): Promise<CallPageData | null> {
  const { rows } = await tx.query('select * from private.visitor_call($1, $2)', [id, now])
  if (rows[0] === undefined) return null
  const row = v.parse(callSchema, rows[0])
  const { challenge, team_size: teamSize } = row
  return {
    id: row.id,
    received: row.created_at.getTime(),
    name: row.name,
    company: row.company,
    challenge:
      challenge === null ? unknownValue : toKnownValue(challenges, challenge, (word) => report('challenge', word)),
    teamSize: teamSize === null ? unknownValue : toKnownValue(teamSizes, teamSize, (word) => report('team_size', word)),
    message: row.message,
    status: toKnownValue(callStatuses, row.status, (word) => report('status', word)),
    state: row.state,
    starts: row.starts.getTime(),
    ends: row.ends.getTime(),
    proposed: row.proposed_time?.getTime() ?? null,
    answered: row.answered_at?.getTime() ?? null,
    changed: row.call_changed_at?.getTime() ?? null,
    sequence: row.call_sequence,
    zone: zoneOf(row.time_zone, row.desk_zone),
    hourCycle: row.hour_cycle,
    meeting: row.meeting ?? { host: null, place: null, link: null },
    needsProof: row.needs_proof,
    confirmsAtOnce: row.confirms_at_once,
    noticeMinutes: row.move_notice_minutes,
    times: row.available_times.map((time) => time.getTime()),
  }
}

interface ChangeContext {
  id: string
  status: string
  starts: Date
  now: Date
}

export async function writeProposal(
  tx: Transaction,
  { id, status, starts, now }: ChangeContext,
  proposed: Date,
): Promise<ChangeOutcome> {
  return outcomeOf(
    await tx.query('select private.propose_time($1, $2, $3, $4, $5) as outcome', [id, status, starts, proposed, now]),
  )
}

export async function writeMove(
  tx: Transaction,
  { id, status, starts, now }: ChangeContext,
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
  { id, status, starts, now }: ChangeContext,
): Promise<ChangeOutcome> {
  return outcomeOf(await tx.query('select private.cancel_call($1, $2, $3, $4) as outcome', [id, status, starts, now]))
}

export async function confirmMailbox(tx: Transaction, id: string): Promise<void> {
  await tx.query('select private.confirm_mailbox($1)', [id])
}

/** No row means that the booking was deleted and nothing was changed. */
const outcomeOf = ({ rows }: { rows: unknown[] }): ChangeOutcome =>
  rows[0] === undefined ? 'changed' : v.parse(v.object({ outcome: v.picklist(outcomes) }), rows[0]).outcome
