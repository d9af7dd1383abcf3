import type { InteractionData } from '#shared/contract/interaction-data.ts'
import { causeOf } from './fault-cause.ts'
import { release } from './release.ts'

/** The limit for a page that throws in a loop. */
const most = 10

const told = new Set<string>()

/** The columns of an error's row. */
type Told = Omit<InteractionData['error'], 'cause'> & { cause?: string; release: string }

/**
 * What to track of an error: every refusal; an exception once for each view, and only our own. Null if there is
 * nothing to track. `view` is the current view, for events that do not know theirs.
 */
export function toldOf({ cause, ...error }: InteractionData['error'], view: string): Told | null {
  if (error.fields) return { ...error, release: release() }
  const found = causeOf(cause, location.origin)
  const isHeard = cause instanceof Event
  if (isHeard && !found) return null
  const fault = {
    code: error.code || (isHeard && cause.type === 'error' ? 'uncaught' : 'rejected'),
    place: error.place || view,
    ...(found && { cause: found }),
    release: release(),
  }
  const name = JSON.stringify([fault, view])
  if (told.has(name) || told.size >= most) return null
  told.add(name)
  return fault
}
