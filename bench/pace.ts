import type { LoadPlan } from './load.ts'

/** Decides when requests are due. */
export interface Pace {
  start(): void
  /** When the next request is due, in milliseconds of `performance.now()`; undefined while none is. */
  take(): number | undefined
  isOver(): boolean
}

/** Closed loop: as fast as the server answers, until time is up or all are sent. */
export function unlimited({ seconds, requests }: LoadPlan): Pace {
  let left = requests ?? Number.POSITIVE_INFINITY
  let end = 0
  const isOver = () => left === 0 || (requests === undefined && performance.now() >= end)
  return {
    start() {
      end = performance.now() + seconds * 1000
    },
    take() {
      if (isOver()) return undefined
      left -= 1
      return performance.now()
    },
    isOver,
  }
}

/** Open loop: by the clock alone, so that a server that stalls is charged for every request that waits. */
export function byClock(rate: number, seconds: number, due: () => void): Pace {
  const all = Math.floor(rate * seconds)
  let start = 0
  let taken = 0
  const dueAt = (index: number) => start + (index / rate) * 1000
  const tick = () => {
    due()
    if (taken < all) setTimeout(tick, 1)
  }
  return {
    start() {
      start = performance.now()
      tick()
    },
    take() {
      return taken < all && dueAt(taken) <= performance.now() ? dueAt(taken++) : undefined
    },
    isOver: () => taken === all,
  }
}
