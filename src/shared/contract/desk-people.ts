import * as v from 'valibot'
import { logOutcomes } from './log-actions.ts'

/** What the database answers about people at the desk, their sessions and the log, and about one visitor's traces. */

export const staffRoles = ['owner', 'agent', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

const id = v.pipe(v.string(), v.uuid())
const instant = v.pipe(v.string(), v.isoTimestamp())
const role = v.picklist(staffRoles)
const facts = v.record(v.string(), v.unknown())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Reply of `rpc/desk_me`. */
export const deskMe = v.object({
  id,
  email: v.string(),
  name: v.string(),
  /** Null where the session has not shown a second factor, and for people who do not work here. */
  role: v.nullable(role),
  /** Whether they work here, at whatever level this session is. */
  member: v.boolean(),
  /** The desk's zone, for an owner, while nobody has chosen one. */
  zone_to_choose: v.optional(v.nullable(v.string()), null),
})
export type DeskMe = v.InferOutput<typeof deskMe>

/** Reply of `rpc/desk_people`, by name. */
export const deskPeople = v.array(
  v.object({
    id,
    email: v.string(),
    /** As they said, else by their address; empty when the account is gone. */
    name: v.string(),
    role,
    state: v.picklist(['invited', 'active', 'stopped']),
    created_at: instant,
    last_sign_in_at: v.nullable(instant),
    /** When they last looked at the desk, or signed in. */
    last_here_at: v.nullable(instant),
    has_second_factor: v.boolean(),
  }),
)
export type DeskPerson = v.InferOutput<typeof deskPeople>[number]

/** Reply of `rpc/my_sessions`, the one that asks first, then by last use. */
export const mySessions = v.array(
  v.object({
    id,
    created_at: instant,
    /** Null while the session was never renewed. */
    refreshed_at: v.nullable(instant),
    user_agent: v.nullable(v.string()),
    aal: v.picklist(['aal1', 'aal2', 'aal3']),
    is_current: v.boolean(),
  }),
)
export type MySession = v.InferOutput<typeof mySessions>[number]

/** Reply of `rpc/end_sessions_of` and `rpc/end_all_sessions`. */
export const endedCount = count

/** Reply of `rpc/end_token`: what it was and whose. A program's is nobody's. */
export const endedToken = v.object({ what: v.picklist(['session', 'token']), member: v.nullable(id) })

/** What `rpc/audit_trail` can be asked for as `kind`. */
export const auditKinds = ['sign-in', 'reading', 'change', 'export', 'people'] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * Reply of `rpc/audit_trail`, newest first. Entries of one instant are never parted, so a page may be longer than
 * asked for; the `at` of its last entry, sent back letter by letter as `before`, gives the next.
 */
export const auditTrail = v.array(
  v.object({
    at: instant,
    /** The id of an account; null for a visitor, a stranger, or the server by itself. */
    actor: v.nullable(id),
    /** One of `LogAction`, or a word of a later release or of Supabase's own auth service. */
    action: v.string(),
    outcome: v.picklist(logOutcomes),
    /** A table, or `person` for everything that one visitor sent; null for what is about the actor alone. */
    subject: v.nullable(v.string()),
    subject_id: v.nullable(id),
    details: facts,
  }),
)
export type AuditEntry = v.InferOutput<typeof auditTrail>[number]

const row = v.looseObject({ id, created_at: instant })

/** Reply of `rpc/export_person`: everything that is kept about one address, every column of it. */
export const personExport = v.object({
  /** Of this shape. */
  version: v.literal(1),
  email: v.string(),
  exported_at: instant,
  bookings: v.array(row),
  messages: v.array(row),
  notes: v.array(row),
  /** What they were written, or will be, as far as they are the reader. */
  letters: v.array(
    v.object({
      created_at: instant,
      kind: v.string(),
      state: v.string(),
      settled_at: v.nullable(instant),
      facts,
    }),
  ),
  /** What they did on the site, as far as it is known to be theirs. */
  interactions: v.array(row),
  /** Of an account with this address; null when there is none. */
  account: v.nullable(facts),
  /** What was done at the desk with what they sent. */
  log: v.array(v.object({ at: instant, action: v.string(), subject: v.string(), details: facts })),
})

/** Reply of `rpc/calls_to_come`: confirmed calls with whoever may be erased, the next first. */
export const callsToCome = v.array(v.object({ starts: v.string(), assigned_to: v.nullable(id) }))
export type CallsToCome = v.InferOutput<typeof callsToCome>

/** Reply of `rpc/erase_person`. */
export const personErasure = v.object({
  bookings: count,
  messages: count,
  interactions: count,
  /** `kept` is the account of somebody who works here: they are stopped first. */
  account: v.picklist(['none', 'erased', 'kept']),
  /** Where others wrote the address in free text, which is theirs to change: rows to look at, fifty at most. */
  mentions: v.array(v.object({ subject: v.picklist(['strategy_call_bookings', 'contact_messages']), id })),
})
export type PersonErasure = v.InferOutput<typeof personErasure>
