import type { ReactNode } from 'react'
import * as v from 'valibot'
import { freeCallsSchema, freeTimesSchema, pickedTimeSchema } from '#shared/contract/desk-week.ts'
import { callersSchema } from '#shared/contract/hosts.ts'
import type { Step, Trouble } from '#shared/lib/sample-states.ts'

/** The endpoints that the site's forms use, and the schemas of their responses. */
export const answerSchemas = {
  'rpc/remaining_calls_this_week': freeCallsSchema,
  'rpc/callers': callersSchema,
  'rpc/available_times': freeTimesSchema,
  'rpc/picked_time': pickedTimeSchema,
  strategy_call_bookings: v.null(),
  contact_messages: v.null(),
  interactions: v.null(),
} as const

type Call = keyof typeof answerSchemas
export type Answers = { readonly [Name in Call]?: v.InferInput<(typeof answerSchemas)[Name]> | Trouble }

/** A state of one part of the site, with the server's responses that lead to it. */
export interface SiteState {
  readonly draw: () => ReactNode
  readonly answers: Answers
  readonly steps?: readonly Step[]
}
export type SiteStates = Readonly<Record<string, SiteState>>
