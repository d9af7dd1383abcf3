import type { Page } from 'playwright-core'

interface Watched {
  /** Milliseconds from each press to the next paint, as browsers report them for INP. */
  durations: number[]
  /** Milliseconds of each task since the last click that browsers call long: of 50 and more. */
  tasks: number[]
  /** When the last click happened, and when the heading that it led to was painted. */
  clicked: number
  painted: number
  heading: string
}

declare global {
  interface Window {
    watched: Watched
  }
}

/** Records in the page the latency of each press, and what keeps the page from answering. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { durations: [], tasks: [], clicked: 0, painted: 0, heading: '' }
    window.watched = watched
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) watched.durations.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime + duration >= watched.clicked) watched.tasks.push(duration)
    }).observe({ type: 'longtask' })
    addEventListener(
      'click',
      (event) => {
        watched.tasks = []
        watched.clicked = event.timeStamp
        watched.painted = 0
        watched.heading = document.querySelector('h1')?.textContent ?? ''
      },
      true,
    )
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent
      if (watched.painted || !watched.clicked || !text || text === watched.heading) return
      watched.painted = Number.POSITIVE_INFINITY
      // A message posted before a frame is handled after its paint.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          watched.painted = performance.now()
        }
        port2.postMessage(null)
      })
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** The INP of the press: the longest of its events. Read when all have been reported. */
export async function interactionOf(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    window.watched.durations = []
  })
  await press()
  await page.waitForFunction(() => window.watched.durations.length > 0, undefined, { polling: 50 })
  // The events of one press are reported together or nearly so.
  await page.waitForTimeout(300)
  return page.evaluate(() => Math.max(...window.watched.durations))
}

/** Milliseconds from the last click to the paint of the next view's heading. */
export async function headingAfterClick(page: Page): Promise<number> {
  const taken = await page.waitForFunction(
    () => {
      const { painted, clicked } = window.watched
      return Number.isFinite(painted) && painted > 0 && painted - clicked
    },
    undefined,
    { polling: 50 },
  )
  return Number(await taken.jsonValue())
}

/** The longest task since the last click; 0 where none reached 50 ms, below which browsers report none. */
export const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...window.watched.tasks))
