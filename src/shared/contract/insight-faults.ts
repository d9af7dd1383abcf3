import * as v from 'valibot'
import { insightVisitors } from './insights.ts'

/**
 * Codes of `error` interactions that are errors in a visitor's browser; all others are refusals by the server.
 * `private.is_fault` in the database has the same list, and adds every part that did not load, and `http_5…`.
 */
export const faultCodes = [
  /** The program did not load, or failed before the listener was registered. */
  'not_started',
  /** Thrown, or a rejected promise, without a handler. */
  'uncaught',
  'rejected',
  /** A part of the page that React removed after an error. */
  'crashed',
  /** A file of the program did not load. */
  'view_not_loaded',
  'part_not_loaded',
  /** An exception between the press and the response. */
  'submit_threw',
  /** A form was sent without a response. */
  'no_answer',
] as const
export type FaultCode = (typeof faultCodes)[number]

const count = () => v.pipe(v.number(), v.integer(), v.minValue(0))
const day = () => v.pipe(v.string(), v.isoDate())

/**
 * Reply of `rpc('insights_faults')`, with the arguments of `insights`: errors in visitors' browsers. At most fifty, the
 * one with the most visits first, and one of the code '(other)' for the rest.
 */
export const insightFaultsReply = v.object({
  range: v.object({ from: day(), to: day(), days: count() }),
  visitor: v.picklist(insightVisitors),
  as_of: v.string(),
  /** Visits with an error. */
  visits: count(),
  faults: v.array(
    v.object({
      code: v.string(),
      /** A view, a form or a part. */
      place: v.string(),
      /** The exception and its place in our files: `TypeError main-AbC123.js:1:2345`; '' if unknown. */
      cause: v.string(),
      /** The release of the page; '' if the page did not send it. */
      release: v.string(),
      faults: count(),
      visits: count(),
      first_at: v.string(),
      last_at: v.string(),
    }),
  ),
})
export type InsightFaults = v.InferOutput<typeof insightFaultsReply>
