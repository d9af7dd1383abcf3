import * as v from 'valibot'
import { logOutcomes } from './log-actions.ts'

/** Replies of the database about the team, its sessions and the log, and about one visitor's data. */

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
  /** Null without a second factor in this session, and for people outside the team. */
  role: v.nullable(role),
  /** Whether they belong to the team, at any level of this session. */
  member: v.boolean(),
  /** The desk's zone, for an owner, as long as it was not chosen. */
  zone_to_choose: v.optional(v.nullable(v.string()), null),
})
export type DeskMe = v.InferOutput<typeof deskMe>

/** Reply of `rpc/desk_people`, by name. */
export const deskPeople = v.array(
  v.object({
    id,
    email: v.string(),
    /** The name that they gave, else from their address; empty if the account is removed. */
    name: v.string(),
    role,
    state: v.picklist(['invited', 'active', 'stopped']),
    created_at: instant,
    last_sign_in_at: v.nullable(instant),
    /** When they last used the desk, or signed in. */
    last_here_at: v.nullable(instant),
    has_second_factor: v.boolean(),
  }),
)
export type DeskPerson = v.InferOutput<typeof deskPeople>[number]

/** Reply of `rpc/my_sessions`: the present session first, then by last use. */
export const mySessions = v.array(
  v.object({
    id,
    created_at: instant,
    /** Null if the session was never renewed. */
    refreshed_at: v.nullable(instant),
    user_agent: v.nullable(v.string()),
    aal: v.picklist(['aal1', 'aal2', 'aal3']),
    is_current: v.boolean(),
  }),
)
export type MySession = v.InferOutput<typeof mySessions>[number]

/** What a leaked token belonged to, and its owner; the token of a program has none. */
export const endedToken = v.object({ what: v.picklist(['session', 'token']), member: v.nullable(id) })

/** Values of the argument `kind` of `rpc/audit_trail`. */
export const auditKinds = ['sign-in', 'reading', 'change', 'export', 'people'] as const
export type AuditKind = (typeof auditKinds)[number]

/**
 * Reply of `rpc/audit_trail`, newest first. Entries of one instant stay together, so a page may be longer than
 * requested; the `at` of its last entry, sent back unchanged as `before`, gets the next page.
 */
export const auditTrail = v.array(
  v.object({
    at: instant,
    /** The id of an account; null for a visitor, a stranger, or the server. */
    actor: v.nullable(id),
    /** One of `LogAction`, or a word of a later release or of Supabase's own auth service. */
    action: v.string(),
    outcome: v.picklist(logOutcomes),
    /** A table, or `person` for all data of one visitor; null if the entry is about the actor alone. */
    subject: v.nullable(v.string()),
    subject_id: v.nullable(id),
    details: facts,
  }),
)
export type AuditEntry = v.InferOutput<typeof auditTrail>[number]

const row = v.looseObject({ id, created_at: instant })

/** Reply of `rpc/export_person`: all data about one address, in every column. */
export const personExport = v.object({
  /** The version of this format. */
  version: v.literal(1),
  email: v.string(),
  exported_at: instant,
  bookings: v.array(row),
  messages: v.array(row),
  notes: v.array(row),
  replies: v.array(row),
  /** Sent and planned letters to them. */
  letters: v.array(
    v.object({
      created_at: instant,
      kind: v.string(),
      state: v.string(),
      settled_at: v.nullable(instant),
      facts,
    }),
  ),
  /** Their known interactions on the site. */
  interactions: v.array(row),
  /** The account with this address; null without one. */
  account: v.nullable(facts),
  /** The team's actions on what they sent. */
  log: v.array(v.object({ at: instant, action: v.string(), subject: v.string(), details: facts })),
})

/** Reply of `rpc/calls_to_come`: confirmed calls with the person who may be erased, the next first. */
export const callsToCome = v.array(v.object({ starts: v.string(), assigned_to: v.nullable(id) }))
export type CallsToCome = v.InferOutput<typeof callsToCome>

/** Reply of `rpc/erase_person`. */
export const personErasure = v.object({
  bookings: count,
  messages: count,
  interactions: count,
  /** `kept` is the account of a team member, who must be suspended first. */
  account: v.picklist(['none', 'erased', 'kept']),
  /** At most fifty rows in which other people wrote the address in free text, which only they can change. */
  mentions: v.array(v.object({ subject: v.picklist(['strategy_call_bookings', 'contact_messages']), id })),
})
export type PersonErasure = v.InferOutput<typeof personErasure>
