import * as v from 'valibot'
import { insightVisitors } from './insights.ts'

/**
 * Codes of `error` interactions that are faults: what broke in a visitor's browser. Others are refusals, which the
 * server meant. `private.is_fault` in the database knows these too, and whatever part has not loaded, and `http_5…`.
 */
export const faultCodes = [
  /** The program did not arrive, or broke before anybody listened. */
  'not_started',
  /** Thrown, or a promise rejected, and caught by nobody. */
  'uncaught',
  'rejected',
  /** A part of the page that React gave up. */
  'crashed',
  /** A file of the program did not arrive. */
  'view_not_loaded',
  'part_not_loaded',
  /** Something was thrown between the press and the answer. */
  'submit_threw',
  /** A form was sent and no answer came. */
  'no_answer',
] as const
export type FaultCode = (typeof faultCodes)[number]

const count = () => v.pipe(v.number(), v.integer(), v.minValue(0))
const day = () => v.pipe(v.string(), v.isoDate())

/**
 * Reply of `rpc('insights_faults')`, which takes what `insights` takes: what broke in visitors' browsers. At most fifty
 * faults, that of most visits first, and one of the code '(other)' for the rest.
 */
export const insightFaultsReply = v.object({
  range: v.object({ from: day(), to: day(), days: count() }),
  visitor: v.picklist(insightVisitors),
  as_of: v.string(),
  /** Visits that met a fault. */
  visits: count(),
  faults: v.array(
    v.object({
      code: v.string(),
      /** A view, a form or a part. */
      place: v.string(),
      /** What was thrown and where in our files: `TypeError main-AbC123.js:1:2345`; '' where it is not known. */
      cause: v.string(),
      /** Which release the page came from; '' where it did not say. */
      release: v.string(),
      faults: count(),
      visits: count(),
      first_at: v.string(),
      last_at: v.string(),
    }),
  ),
})
export type InsightFaults = v.InferOutput<typeof insightFaultsReply>
