import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.ts'

const port = 9333
const runs = 3

/** Lighthouse's mobile scores for the home view: the median run by performance, and what keeps any from 100. */
export async function printLighthouse(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const results = []
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
      if (result) results.push(result.lhr)
    }
    const score = (lhr: (typeof results)[number], id: string) =>
      Math.round((lhr.categories[id]?.score ?? 0) * 100)
    results.sort((a, b) => score(a, 'performance') - score(b, 'performance'))
    const middle = results[runs >> 1]
    if (!middle) throw new Error('Lighthouse gave no result')
    const scores = Object.values(middle.categories).map(({ id, title }) => `${title} ${score(middle, id)}`)
    console.log(`lighthouse    mobile: ${scores.join(', ')} (median of ${runs})`)
    const metrics = [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
    ]
    console.log(`              ${metrics.map((id) => `${id} ${middle.audits[id]?.displayValue}`).join(', ')}`)
    for (const category of Object.values(middle.categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = middle.audits[id]
        if (weight > 0 && audit?.score !== null && audit && audit.score < 1) {
          console.log(
            `              ${category.title}: ${audit.title} (${audit.displayValue ?? audit.score})`,
          )
        }
      }
    }
  } finally {
    await browser.close()
  }
}
