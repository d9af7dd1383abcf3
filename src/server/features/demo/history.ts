import { awake, hour, isWeekend, minute } from './calendar.ts'
import type { Random } from './random.ts'
import type { History, LogLine } from './types.ts'

/** What a booking and a message have in common on their way through the desk. */
export interface Way {
  random: Random
  now: number
  at: number
  agents: readonly string[]
  /** 'booking' or 'message', as the names of actions begin. */
  kind: 'booking' | 'message'
}

/** When it is answered: most within hours, one in fourteen too late, and at the weekend nobody hurries. */
function answerTime({ random, at }: Way): number {
  if (random.chance(0.07)) return at + random.between(25, 46) * hour
  const hours = random.around(isWeekend(at) ? 11 : 3.6, 0.8)
  return awake(at + Math.min(23.4, Math.max(0.2, hours)) * hour) + random.between(0, 40) * minute
}

/** A booking or message that nobody has looked at yet. */
export const untouched = ({ at }: Way, status: 'new' | 'spam?' = 'new'): History => ({
  status,
  answeredAt: null,
  assignedTo: null,
  updatedAt: at,
  log: [],
  notes: [],
})

/** Somebody of the team reads it, takes it and changes its status. */
export function answered(
  way: Way,
  from: string,
  to: string,
  details: object = {},
): History & { actor: string } {
  const { random, at, kind } = way
  const actor = random.pick(way.agents)
  const answeredAt = Math.floor(answerTime(way))
  const readAt = Math.max(at + minute, answeredAt - random.between(2, 9) * minute)
  const isTaken = random.chance(0.88)
  const log: LogLine[] = [{ at: readAt, actor, action: `${kind}_read`, details: {} }]
  if (isTaken) {
    log.push({ at: readAt + 20_000, actor, action: `${kind}_assigned`, details: { from: null, to: actor } })
  }
  const history = {
    ...untouched(way),
    actor,
    answeredAt: to === 'spam' ? null : answeredAt,
    assignedTo: isTaken ? actor : null,
    log,
  }
  move(history, way, { at: answeredAt, actor, from, to, details })
  return history
}

export function move(
  history: History,
  { kind }: Way,
  {
    at,
    actor,
    from,
    to,
    details = {},
  }: { at: number; actor: string; from: string; to: string; details?: object },
): void {
  history.status = to
  history.updatedAt = at
  history.log.push({ at, actor, action: `${kind}_moved`, details: { from, to, ...details } })
}

export function note(
  history: History,
  { random, kind }: Way,
  { at, author, body }: { at: number; author: string; body: string },
): void {
  const id = random.uuid()
  history.notes.push({ id, at, author, body })
  history.log.push({ at, actor: author, action: `${kind}_noted`, details: { note: id } })
}
