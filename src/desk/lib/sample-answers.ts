import type { User } from '@supabase/supabase-js'
import * as v from 'valibot'
import { deskCalendarSchema, deskCalendars, feedKey } from '#shared/contract/calendars.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import {
  auditTrail,
  callsToCome,
  deskMe,
  deskPeople,
  mySessions,
  personErasure,
} from '#shared/contract/desk-people.ts'
import {
  bookingRecordSchema,
  messageRecordSchema,
  personRecordSchema,
  replyTemplateSchema,
  unseenMentions,
} from '#shared/contract/desk-records.ts'
import {
  bookingRowSchema,
  listCountsSchema,
  listSchema,
  messageRowSchema,
  savedViewSchema,
} from '#shared/contract/desk-rows.ts'
import {
  dayOffSchema,
  deskSettingsSchema,
  freeTimesSchema,
  weekOfCallsSchema,
} from '#shared/contract/desk-week.ts'
import {
  callsOutsideSchema,
  hostFreeTimesSchema,
  hostSchema,
  hostsForCallSchema,
} from '#shared/contract/hosts.ts'
import { insightFaultsReply, insightsLiveReply, insightsReply } from '#shared/contract/insights.ts'
import { letterView, mailStatus, noLetterView, testAnswer } from '#shared/contract/letter-desk.ts'
import { backupFacts, mailConfirmed, readyAnswer } from '#shared/contract/operations.ts'
import { outboxRowSchema } from '#shared/contract/outbox.ts'
import { webhookSchema, webhookSecret, webhookTest } from '#shared/contract/webhooks.ts'
import type { Step, Trouble } from '#shared/lib/sample-states.ts'

const id = v.object({ id: v.string() })
const nothing = v.null()

/**
 * The endpoints that sample states mock, by the last part of their paths. Each value is the schema of the endpoint's
 * response. The states are validated against these schemas, so that no state uses a response that the server would not
 * send.
 */
export const answerSchemas = {
  healthz: v.object({ status: v.literal('alive') }),
  'rpc/desk_me': deskMe,
  'rpc/desk_people': deskPeople,
  'rpc/list_bookings': listSchema(bookingRowSchema),
  'rpc/list_messages': listSchema(messageRowSchema),
  'rpc/booking_counts': listCountsSchema,
  'rpc/message_counts': listCountsSchema,
  'rpc/booking_sources': v.array(v.string()),
  'rpc/message_sources': v.array(v.string()),
  'rpc/read_booking': bookingRecordSchema,
  'rpc/read_message': messageRecordSchema,
  'rpc/unread_mentions': unseenMentions,
  'rpc/move_booking': v.unknown(),
  'rpc/move_message': v.unknown(),
  'rpc/add_booking': v.picklist(bookingStatuses),
  'rpc/send_reply': nothing,
  'rpc/save_outcome': v.unknown(),
  'rpc/finish_step': v.unknown(),
  'rpc/week_of_calls': weekOfCallsSchema,
  'rpc/desk_hosts': v.array(hostSchema),
  'rpc/save_host': hostSchema,
  'rpc/hosts_for_call': hostsForCallSchema,
  'rpc/calls_outside': callsOutsideSchema,
  'rpc/available_times': freeTimesSchema,
  'rpc/reassign_call': v.unknown(),
  'rpc/available_times_of_host': hostFreeTimesSchema,
  'rpc/desk_calendars': deskCalendars,
  'rpc/renew_feed': feedKey,
  'rpc/insights': insightsReply,
  'rpc/insights_faults': insightFaultsReply,
  'rpc/insights_live': insightsLiveReply,
  'rpc/read_audit_log': auditTrail,
  'rpc/read_person': personRecordSchema,
  'rpc/my_sessions': mySessions,
  'rpc/backup_facts': backupFacts,
  'rpc/upcoming_calls': callsToCome,
  'rpc/erase_person': personErasure,
  'rpc/reset_second_factor': nothing,
  'rpc/retry_delivery': v.string(),
  'rpc/export_bookings': v.string(),
  'rpc/record_insights_export': nothing,
  strategy_call_bookings: v.array(bookingRowSchema),
  contact_messages: v.array(messageRowSchema),
  outbox: v.array(outboxRowSchema),
  desk_settings: v.array(deskSettingsSchema),
  days_off: v.array(dayOffSchema),
  webhooks: v.array(webhookSchema),
  notes: v.array(id),
  reply_templates: v.array(replyTemplateSchema),
  saved_views: v.array(savedViewSchema),
  'letters/view': v.union([letterView, noLetterView]),
  'letters/status': mailStatus,
  'letters/test': testAnswer,
  'ready/checks': readyAnswer,
  'ready/letter': testAnswer,
  'ready/confirmation': mailConfirmed,
  'webhooks/secret': webhookSecret,
  'webhooks/test': webhookTest,
  'calendars/added': deskCalendarSchema,
  'calendars/read': deskCalendarSchema,
  'auth/user': v.custom<Partial<User>>((user) => typeof user === 'object'),
  'auth/token': v.unknown(),
  'auth/recover': v.object({}),
  'auth/invite': id,
  'auth/passkeys': v.array(
    v.object({ id: v.string(), created_at: v.string(), last_used_at: v.optional(v.string()) }),
  ),
  'auth/enrol': v.object({
    ...id.entries,
    type: v.literal('totp'),
    totp: v.object({ qr_code: v.string(), secret: v.string(), uri: v.string() }),
  }),
  'auth/challenge': v.object({ ...id.entries, type: v.literal('totp'), expires_at: v.number() }),
  'auth/verify': v.unknown(),
  'auth/recovery-codes': v.object({ remaining: v.number() }),
  'auth/new-recovery-codes': v.object({ codes: v.array(v.string()) }),
} as const

export type Call = keyof typeof answerSchemas

/** Each endpoint's response or error. */
export type Answers = { readonly [Name in Call]?: v.InferInput<(typeof answerSchemas)[Name]> | Trouble }

/** A state of the desk, shown in the gallery. `looks` in the state's file lists what must be visible. */
export interface DeskState {
  /** The path below /desk, including the query. */
  readonly at: string
  /** True if no user is signed in. If a user is signed in, the responses determine the user's rights. */
  readonly isSignedOut?: boolean
  /** True if the desk uses a Supabase project instead of our server. */
  readonly isBesideProject?: boolean
  /** The fragment of an email's link. */
  readonly landing?: string
  readonly answers: Answers
  readonly steps?: readonly Step[]
}
export type DeskStates = Readonly<Record<string, DeskState>>

/** Returns a state for each word of a closed set, so that the gallery includes new words automatically. */
export const statesOfEach = <Word extends string>(
  words: readonly Word[],
  make: (word: Word, index: number) => DeskState,
) =>
  Object.fromEntries(words.map((word, index) => [`with-${word}`, make(word, index)])) as Record<
    `with-${Word}`,
    DeskState
  >
