import type { LoadPlan } from './load.ts'

/** Says when requests are due. */
export interface Pace {
  start(): void
  /** When the next request was due, in milliseconds of `performance.now()`; nothing while none is. */
  take(): number | undefined
  isOver(): boolean
}

/** As many as the server answers, until time is up or all are sent. */
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

/** By the clock alone, however long the ones before take: a server that stalls is charged for all who wait. */
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
