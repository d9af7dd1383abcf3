import type { Log } from './log.ts'

/** For callbacks of sockets, timers and streams: an exception there would end the process. `mend` cleans up. */
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
