import type { InteractionData } from '#shared/contract/interaction-data.ts'
import { toldOf } from './tracker-faults.ts'
import { watchVitals } from './tracker-vitals.ts'

interface Sayings {
  readonly engage: (data: InteractionData['engagement']) => void
  readonly hear: (fault: Event) => void
}

/**
 * Starts what can wait until a page stays or something goes wrong: measuring it, and listening for faults, which the
 * start-up script has kept until now. Gives what tells an error.
 */
export function startLater({ engage, hear }: Sayings): typeof toldOf {
  watchVitals(engage)
  const { boot } = window
  if (boot) boot.hear = hear
  boot?.faults.forEach(hear)
  return toldOf
}
