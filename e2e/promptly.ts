import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/** What comes by itself takes a few requests of the page; so many of the shortest fit into its time on a busy machine. */
const requests = 30
/** However busy it is, nobody waits for longer than so many times the promise. */
const mostTimes = 5

/**
 * Expects something to come within `mostMs`. On a machine so busy that the page's shortest requests take long as well,
 * it may take as many times longer, up to `mostTimes`: what is measured is our own part.
 */
export async function promptly(
  page: Page,
  comes: (options: { timeout: number }) => Promise<void>,
  mostMs = 1000,
): Promise<void> {
  let isOver = false
  let slowest = 0
  const measure = async () => {
    for (; !isOver; await sleep(50)) {
      const asked = performance.now()
      await page.evaluate(async () => void (await fetch('/healthz', { cache: 'no-store' })))
      slowest = Math.max(slowest, performance.now() - asked)
    }
  }
  const measured = measure()
  try {
    await comes({ timeout: mostMs }).catch(async (late: unknown) => {
      const more = Math.min(slowest * requests, mostMs * mostTimes) - mostMs
      if (more <= 0) throw late
      await comes({ timeout: more })
    })
  } finally {
    isOver = true
    await measured
  }
}
