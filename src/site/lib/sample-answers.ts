import type { ReactNode } from 'react'
import * as v from 'valibot'
import { availableSlotsSchema, callsLeftSchema, selectedSlotSchema } from '#shared/contract/desk-week.ts'
import { possibleHostsSchema } from '#shared/contract/hosts.ts'
import type { SampleFailure, StateStep } from '#shared/lib/sample-states.ts'

/** The endpoints that the site's forms use, and the schemas of their responses. */
export const sampleResponseSchemas = {
  'rpc/remaining_calls_this_week': callsLeftSchema,
  'rpc/callers': possibleHostsSchema,
  'rpc/available_times': availableSlotsSchema,
  'rpc/picked_time': selectedSlotSchema,
  strategy_call_bookings: v.null(),
  contact_messages: v.null(),
  interactions: v.null(),
} as const

type SampleEndpoint = keyof typeof sampleResponseSchemas
export type SampleResponses = {
  readonly [Name in SampleEndpoint]?: v.InferInput<(typeof sampleResponseSchemas)[Name]> | SampleFailure
}

/** A state of one part of the site, with the server's responses that lead to it. */
export interface SiteState {
  readonly draw: () => ReactNode
  readonly answers: SampleResponses
  readonly steps?: readonly StateStep[]
}
export type SiteStates = Readonly<Record<string, SiteState>>
