import * as v from 'valibot'
import { freeCallsSchema, freeTimesSchema, pickedTimeSchema } from '#shared/contract/desk-week.ts'
import { callersSchema } from '#shared/contract/hosts.ts'
import type { Trouble } from '#shared/lib/staged.ts'
import type { DrawnState } from '#ui/drawn-state.ts'

/** The server endpoints that the site's forms use, and the shapes of their responses. */
export const answerSchemas = {
  'rpc/free_calls_this_week': freeCallsSchema,
  'rpc/callers': callersSchema,
  'rpc/free_times': freeTimesSchema,
  'rpc/picked_time': pickedTimeSchema,
  strategy_call_bookings: v.null(),
  contact_messages: v.null(),
  interactions: v.null(),
} as const

type Call = keyof typeof answerSchemas
export type Answers = { readonly [Name in Call]?: v.InferInput<(typeof answerSchemas)[Name]> | Trouble }

/** A state of a part of the site, with the responses that the server gives in it. */
export interface SiteState extends DrawnState {
  readonly answers: Answers
}
export type SiteStates = Readonly<Record<string, SiteState>>
