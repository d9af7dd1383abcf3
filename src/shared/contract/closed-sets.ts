import { hourCycles } from '#shared/lib/local-time.ts'
import { signingAlgorithms } from './auth.ts'
import { calendarErrors, calendarKinds } from './calendars.ts'
import { bookingMoves, bookingStatuses, callOutcomes, messageMoves, messageStatuses } from './desk.ts'
import { deskLists } from './desk-rows.ts'
import { fillMethods } from './fields.ts'
import { challenges, inquiryTypes, teamSizes } from './form-rows.ts'
import { callPlaces } from './hosts.ts'
import { countedVisitors, visitDimensions, visitorKinds } from './insights.ts'
import { interactionTypes } from './interaction-data.ts'
import { deskActions } from './log-actions.ts'
import { handoverKinds } from './mine.ts'
import { backupFailures } from './operations.ts'
import { outboxChannels, outboxKinds, outboxStates, webhookEvents } from './outbox.ts'
import { pictureTypes } from './site.ts'
import { staffRoles } from './team.ts'
import { emailMatches, mailboxErrors, visitorEmailKinds } from './team-mailbox.ts'
import { webhookStopReasons } from './webhooks.ts'

/**
 * Database columns with a closed set of values. Each list is the source: the column's check constraint has exactly
 * these values, in any order, and the column's type in `row-types.ts` is the union of these values.
 * `closed-sets.test.ts` compares the lists and the types with the database, and fails if a check constraint has a list
 * that is missing here. `[]` marks an array column.
 */
export const closedColumns = {
  'private.backups.failure': backupFailures,
  'private.handovers.kind': handoverKinds,
  'private.fault_days.visitor': countedVisitors,
  'private.host_calendars.fault': calendarErrors,
  'private.host_calendars.kind': calendarKinds,
  'private.hosts.place': callPlaces,
  'private.signing_keys.algorithm': signingAlgorithms,
  'private.team_mailbox.fault': mailboxErrors,
  'private.visit_days.dimension': visitDimensions,
  'private.visit_days.visitor': countedVisitors,
  'private.visitor_emails.kind': visitorEmailKinds,
  'private.visitor_emails.matched_by': emailMatches,
  'private.visits.visitor': visitorKinds,
  'public.audit_log.action': deskActions,
  'public.contact_messages.filled_by': fillMethods,
  'public.contact_messages.inquiry_type': inquiryTypes,
  'public.contact_messages.status': messageStatuses,
  'public.interaction_days.visitor': visitorKinds,
  'public.outbox.channel': outboxChannels,
  'public.outbox.kind': outboxKinds,
  'public.outbox.state': outboxStates,
  'private.pack_downloads.visitor': countedVisitors,
  'public.saved_views.list': deskLists,
  'public.site_files.type': pictureTypes,
  'public.staff_members.role': staffRoles,
  'public.strategy_call_bookings.current_challenges': challenges,
  'public.strategy_call_bookings.filled_by': fillMethods,
  'public.strategy_call_bookings.hour_cycle': hourCycles,
  'public.strategy_call_bookings.outcome': callOutcomes,
  'public.strategy_call_bookings.status': bookingStatuses,
  'public.strategy_call_bookings.team_size': teamSizes,
  'public.user_interactions.event_type': interactionTypes,
  'public.webhooks.events[]': webhookEvents,
  'public.webhooks.stopped_because': webhookStopReasons,
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Database functions that return a value from one of the lists. */
export const closedResults = { 'private.staff_role': staffRoles } as const satisfies Readonly<
  Record<string, readonly string[]>
>

type ClosedSets = typeof closedColumns & typeof closedResults

/**
 * A value from the list of a column or function.
 * @public Used by the row types, which are generated from the database.
 */
export type ClosedSetValue<Name extends keyof ClosedSets> = ClosedSets[Name][number]

/** Database functions that take no arguments and return one of our tables of allowed moves. */
export const closedFunctions = {
  'private.booking_moves': bookingMoves,
  'private.message_moves': messageMoves,
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
