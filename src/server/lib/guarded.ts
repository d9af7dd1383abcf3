import type { Log } from './log.ts'

/**
 * For whoever calls us back outside of a request: a socket, a timer, a stream. What is thrown there would end the
 * process, so it becomes a line of the log, and `mend` lets go of what it was about.
 */
export function guarded<Given extends unknown[]>(
  log: Log,
  edge: string,
  work: (...given: Given) => void,
  mend: (...given: Given) => void = () => {},
): (...given: Given) => void {
  return (...given) => {
    try {
      work(...given)
    } catch (error) {
      log.error({ err: error, edge }, 'a fault outside of a request')
      mend(...given)
    }
  }
}
