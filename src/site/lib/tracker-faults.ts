import type { InteractionData } from '#shared/contract/interaction-data.ts'
import { causeOf } from './fault-cause.ts'
import { release } from './release.ts'

/** A page that breaks in a loop tells this many faults. */
const most = 10

const told = new Set<string>()

/** What a row says of an error. */
type Told = Omit<InteractionData['error'], 'cause'> & { cause?: string; release: string }

/**
 * What is told of an error: of a refusal all, of a fault each once in a view, and only of ours. Null when there is
 * nothing to tell. `view` is where we are, for what does not know its place.
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
