import * as v from 'valibot'
import { logOutcomes } from './log-actions.ts'

export const staffRoles = ['owner', 'agent', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

const id = v.pipe(v.string(), v.uuid())
const instant = v.pipe(v.string(), v.isoTimestamp())
const role = v.picklist(staffRoles)
const facts = v.record(v.string(), v.unknown())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Response of `rpc/desk_me`. */
export const currentMemberSchema = v.object({
  id,
  email: v.string(),
  name: v.string(),
  /** Null if this session has not passed two-step verification, or the user is not a member. */
  role: v.nullable(role),
  /** True for a member, regardless of this session's assurance level. */
  member: v.boolean(),
  /** True if the member receives emails about assignments. */
  assignment_emails: v.optional(v.nullable(v.boolean()), null),
  /** The desk's default time zone, sent only to owners until one of them selects a time zone. */
  zone_to_choose: v.optional(v.nullable(v.string()), null),
})
export type CurrentMember = v.InferOutput<typeof currentMemberSchema>

/** Response of `rpc/desk_people`, sorted by name. */
export const teamMembersSchema = v.array(
  v.object({
    id,
    email: v.string(),
    /** The member's name, or a name derived from the email address; empty if the account was deleted. */
    name: v.string(),
    role,
    state: v.picklist(['invited', 'active', 'stopped']),
    created_at: instant,
    last_sign_in_at: v.nullable(instant),
    /** The time at which the member last used the desk or signed in. */
    last_here_at: v.nullable(instant),
    has_second_factor: v.boolean(),
  }),
)
export type TeamMember = v.InferOutput<typeof teamMembersSchema>[number]

/** Response of `rpc/my_sessions`: the current session first, then the others by last use. */
export const ownSessionsSchema = v.array(
  v.object({
    id,
    created_at: instant,
    /** Null if the session was never refreshed. */
    refreshed_at: v.nullable(instant),
    user_agent: v.nullable(v.string()),
    aal: v.picklist(['aal1', 'aal2', 'aal3']),
    is_current: v.boolean(),
  }),
)
export type OwnSession = v.InferOutput<typeof ownSessionsSchema>[number]

/** The kind of leaked token that was revoked, and the member it belonged to (null for a program's token). */
export const revokedTokenSchema = v.object({ what: v.picklist(['session', 'token']), member: v.nullable(id) })

/** Values of the argument `kind` of `rpc/read_audit_log`. */
export const auditKinds = ['sign-in', 'reading', 'change', 'export', 'people'] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * Response of `rpc/read_audit_log`, newest first. A page can be longer than requested, because it includes every entry
 * with the same time as its last entry. To get the next page, send the `at` of the last entry unchanged as `before`.
 */
export const auditLogSchema = v.array(
  v.object({
    at: instant,
    /** The id of an account; null for a visitor, an unknown caller or the server. */
    actor: v.nullable(id),
    /** A `LogAction`, or a value that a newer release or Supabase's own auth service wrote. */
    action: v.string(),
    outcome: v.picklist(logOutcomes),
    /** A table, or `person` for all data of one visitor; null if the entry is only about the actor. */
    subject: v.nullable(v.string()),
    subject_id: v.nullable(id),
    details: facts,
    /** The entries of the rows of a bulk change, which is one entry here. */
    entries: v.nullable(
      v.array(v.object({ action: v.string(), subject: v.string(), subject_id: v.nullable(id), details: facts })),
    ),
  }),
)
export type AuditEntry = v.InferOutput<typeof auditLogSchema>[number]

const row = v.looseObject({ id, created_at: instant })

/** Response of `rpc/export_person`: all data associated with one email address, including all columns. */
export const visitorExportSchema = v.object({
  /** The version of this format. */
  version: v.literal(1),
  email: v.string(),
  exported_at: instant,
  bookings: v.array(row),
  messages: v.array(row),
  notes: v.array(row),
  replies: v.array(row),
  /** Sent and scheduled emails to this email address. */
  letters: v.array(
    v.object({
      created_at: instant,
      kind: v.string(),
      state: v.string(),
      settled_at: v.nullable(instant),
      facts,
    }),
  ),
  /** Interactions that are known to come from the visitor. */
  interactions: v.array(row),
  /** The account with this email address, or null. */
  account: v.nullable(facts),
  /** The team's actions on the visitor's bookings and messages. */
  log: v.array(v.object({ at: instant, action: v.string(), subject: v.string(), details: facts })),
})

/**
 * Response of `rpc/upcoming_calls`: the confirmed future calls of a visitor whose data is about to be erased, earliest
 * first.
 */
export const futureCallsSchema = v.array(v.object({ starts: v.string(), assigned_to: v.nullable(id) }))
export type FutureCalls = v.InferOutput<typeof futureCallsSchema>

/** Response of `rpc/erase_person`. */
export const visitorErasureSchema = v.object({
  bookings: count,
  messages: count,
  interactions: count,
  /** `kept`: the account belongs to a member, who must be suspended first. */
  account: v.picklist(['none', 'erased', 'kept']),
  /**
   * At most fifty rows in which someone else typed the email address into a free-text field; remove the address by
   * hand.
   */
  mentions: v.array(v.object({ subject: v.picklist(['strategy_call_bookings', 'contact_messages']), id })),
})
export type VisitorErasure = v.InferOutput<typeof visitorErasureSchema>
