import type { Clock } from '#server/lib/clock.ts'
import {
  type Mount,
  notesForTest as notesBehind,
  restForTest as restBehind,
} from '#server/lib/rest/testing.ts'
import { callingRoutes } from './routes.ts'

type Watch = Parameters<typeof callingRoutes>[2]

const mountWith =
  (watch: Watch): Mount =>
  (app, context) =>
    callingRoutes(app, context, watch)
const nobodyWatches: Watch = { over: () => {} }

export const restForTest = (clock?: Clock) => restBehind(mountWith(nobodyWatches), clock)
export const notesForTest = (watch = nobodyWatches) => notesBehind(mountWith(watch))
