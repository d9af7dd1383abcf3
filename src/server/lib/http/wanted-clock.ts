import type { FastifyRequest } from 'fastify'
import { type HourCycle, hourCycleOf } from '#shared/lib/hour-cycle.ts'

/** By the language that the browser prefers; null where it names none. */
export function wantedClock({ headers }: FastifyRequest): HourCycle | null {
  const [wanted] = headers['accept-language']?.split(/[,;]/) ?? []
  return wanted ? hourCycleOf(wanted.trim()) : null
}
