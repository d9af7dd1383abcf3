import * as v from 'valibot'
import { freeCallsSchema } from '#shared/contract/desk-week.ts'
import type { Trouble } from '#shared/lib/staged.ts'
import type { DrawnState } from '#ui/drawn-state.ts'

/** What the site's forms ask of the server, and the shape of the answer. */
export const answerSchemas = {
  'rpc/free_calls_this_week': freeCallsSchema,
  strategy_call_bookings: v.null(),
  contact_messages: v.null(),
  interactions: v.null(),
} as const

type Call = keyof typeof answerSchemas
export type Answers = { readonly [Name in Call]?: v.InferInput<(typeof answerSchemas)[Name]> | Trouble }

/** How a part of the site can stand, with what the server answers to it. */
export interface SiteState extends DrawnState {
  readonly answers: Answers
}
export type SiteStates = Readonly<Record<string, SiteState>>
