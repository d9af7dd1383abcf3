import type { User } from '@supabase/supabase-js'
import * as v from 'valibot'
import { deskCalendarSchema, deskCalendars, feedKey } from '#shared/contract/calendars.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import {
  bookingRecordSchema,
  messageRecordSchema,
  replyTemplateSchema,
  visitorRecordSchema,
} from '#shared/contract/desk-records.ts'
import {
  bookingListRowSchema,
  listCountsSchema,
  listSchema,
  messageListRowSchema,
  savedViewSchema,
} from '#shared/contract/desk-rows.ts'
import {
  availableSlotsSchema,
  dayOffSchema,
  deskSettingsSchema,
  weekOfCallsSchema,
} from '#shared/contract/desk-week.ts'
import {
  callsOutsideHoursSchema,
  hostAvailableSlotsSchema,
  hostCandidatesSchema,
  hostSchema,
} from '#shared/contract/hosts.ts'
import { insightErrorsSchema, insightsLiveSchema, insightsSchema } from '#shared/contract/insights.ts'
import {
  letterPreviewSchema,
  mailStatus,
  noPreviewSchema,
  testLetterResultSchema,
} from '#shared/contract/letter-previews.ts'
import { mineSchema } from '#shared/contract/mine.ts'
import { backupStatusSchema, launchChecklistSchema, mailConfirmedSchema } from '#shared/contract/operations.ts'
import { outboxRowSchema } from '#shared/contract/outbox.ts'
import { sitePreviewSchema, sitePublishedSchema, siteRevisionSchema, siteStateSchema } from '#shared/contract/site.ts'
import {
  auditLogSchema,
  currentMemberSchema,
  futureCallsSchema,
  ownSessionsSchema,
  teamMembersSchema,
  visitorErasureSchema,
} from '#shared/contract/team.ts'
import { deskMailboxSchema, mailboxTestSchema } from '#shared/contract/team-mailbox.ts'
import { webhookSchema, webhookSecret, webhookTest } from '#shared/contract/webhooks.ts'
import type { SampleFailure, StateStep } from '#shared/lib/sample-states.ts'

const id = v.object({ id: v.string() })
const nothing = v.null()

/**
 * The endpoints for which the sample states contain responses. Each key is the last part of an endpoint's path. Each
 * value is the schema of the endpoint's response. The states are validated against these schemas, so that every
 * response in a state is one that the server can send.
 */
export const deskResponseSchemas = {
  healthz: v.object({ status: v.literal('alive') }),
  'rpc/desk_me': currentMemberSchema,
  'rpc/desk_people': teamMembersSchema,
  'rpc/list_bookings': listSchema(bookingListRowSchema),
  'rpc/list_messages': listSchema(messageListRowSchema),
  'rpc/booking_counts': listCountsSchema,
  'rpc/message_counts': listCountsSchema,
  'rpc/booking_sources': v.array(v.string()),
  'rpc/message_sources': v.array(v.string()),
  'rpc/read_booking': bookingRecordSchema,
  'rpc/read_message': messageRecordSchema,
  'rpc/desk_mine': mineSchema,
  'rpc/set_assignment_emails': nothing,
  'rpc/move_booking': v.unknown(),
  'rpc/move_message': v.unknown(),
  'rpc/add_booking': v.picklist(bookingStatuses),
  'rpc/send_reply': nothing,
  'rpc/save_outcome': v.unknown(),
  'rpc/finish_step': v.unknown(),
  'rpc/week_of_calls': weekOfCallsSchema,
  'rpc/desk_hosts': v.array(hostSchema),
  'rpc/save_host': hostSchema,
  'rpc/hosts_for_call': hostCandidatesSchema,
  'rpc/calls_outside': callsOutsideHoursSchema,
  'rpc/available_times': availableSlotsSchema,
  'rpc/reassign_call': v.unknown(),
  'rpc/available_times_of_host': hostAvailableSlotsSchema,
  'rpc/desk_calendars': deskCalendars,
  'rpc/renew_feed': feedKey,
  'rpc/insights': insightsSchema,
  'rpc/insights_faults': insightErrorsSchema,
  'rpc/insights_live': insightsLiveSchema,
  'rpc/read_audit_log': auditLogSchema,
  'rpc/read_person': visitorRecordSchema,
  'rpc/my_sessions': ownSessionsSchema,
  'rpc/backup_facts': backupStatusSchema,
  'rpc/upcoming_calls': futureCallsSchema,
  'rpc/erase_person': visitorErasureSchema,
  'rpc/reset_second_factor': nothing,
  'rpc/retry_delivery': v.string(),
  'rpc/export_bookings': v.string(),
  'rpc/record_insights_export': nothing,
  strategy_call_bookings: v.array(bookingListRowSchema),
  contact_messages: v.array(messageListRowSchema),
  outbox: v.array(outboxRowSchema),
  desk_settings: v.array(deskSettingsSchema),
  days_off: v.array(dayOffSchema),
  webhooks: v.array(webhookSchema),
  notes: v.array(id),
  reply_templates: v.array(replyTemplateSchema),
  saved_views: v.array(savedViewSchema),
  'letters/view': v.union([letterPreviewSchema, noPreviewSchema]),
  'letters/status': mailStatus,
  'letters/test': testLetterResultSchema,
  'ready/checks': launchChecklistSchema,
  'ready/letter': testLetterResultSchema,
  'ready/confirmation': mailConfirmedSchema,
  site: siteStateSchema,
  'site/edits': siteRevisionSchema,
  'site/preview': sitePreviewSchema,
  'site/publish': sitePublishedSchema,
  'webhooks/secret': webhookSecret,
  'webhooks/test': webhookTest,
  'rpc/desk_mailbox': deskMailboxSchema,
  'mailbox/saved': deskMailboxSchema,
  'mailbox/test': mailboxTestSchema,
  'calendars/added': deskCalendarSchema,
  'calendars/read': deskCalendarSchema,
  'auth/user': v.custom<Partial<User>>((user) => typeof user === 'object'),
  'auth/token': v.unknown(),
  'auth/recover': v.object({}),
  'auth/invite': id,
  'auth/passkeys': v.array(v.object({ id: v.string(), created_at: v.string(), last_used_at: v.optional(v.string()) })),
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

export type MockedEndpoint = keyof typeof deskResponseSchemas

/** Each endpoint's response or error. */
export type DeskResponses = {
  readonly [Name in MockedEndpoint]?: v.InferInput<(typeof deskResponseSchemas)[Name]> | SampleFailure
}

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
  /** The ids of the members who have the record open; true for members who are typing a reply. */
  readonly present?: Readonly<Record<string, boolean>>
  readonly answers: DeskResponses
  readonly steps?: readonly StateStep[]
}
export type DeskStates = Readonly<Record<string, DeskState>>

/** Returns a function that makes states like `base`, but with other responses and with steps. */
export const variantsOf =
  (base: DeskState) =>
  (answers: DeskResponses = {}, ...steps: readonly StateStep[]): DeskState => ({
    ...base,
    answers: { ...base.answers, ...answers },
    steps,
  })

/** Returns a state for each value in a closed set, so that the gallery includes new values automatically. */
export const statesOfEach = <Word extends string>(
  words: readonly Word[],
  make: (word: Word, index: number) => DeskState,
) =>
  Object.fromEntries(words.map((word, index) => [`with-${word}`, make(word, index)])) as Record<
    `with-${Word}`,
    DeskState
  >
