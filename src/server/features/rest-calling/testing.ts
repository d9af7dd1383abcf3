import type { Clock } from '#server/lib/clock.ts'
import {
  type Mount,
  notesForTest as notesBehind,
  restForTest as restBehind,
} from '#server/lib/rest/testing.ts'
import { callingRoutes } from './routes.ts'

const mount: Mount = (app, context) => callingRoutes(app, context, { over: () => {} })

export const restForTest = (clock?: Clock) => restBehind(mount, clock)
export const notesForTest = () => notesBehind(mount)
