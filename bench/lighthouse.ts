import lighthouse, { type Result } from 'lighthouse'
import { launchChromium } from './chromium.ts'

const port = 9333
const runs = 5

/** The phone profile of Lighthouse: 4x slower, 1.6 Mbit/s, 150 ms there and back. */
async function visit(url: string): Promise<Result> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse gave no result')
  return result.lhr
}

const performance = (result: Result) => result.categories.performance?.score ?? 0
const lcp = (result: Result) => result.audits['largest-contentful-paint']?.numericValue ?? Number.NaN
const middle = <Item>(items: Item[], by: (item: Item) => number) =>
  items.toSorted((a, b) => by(a) - by(b))[items.length >> 1] as Item

/** Lighthouse's mobile view of the home page: its LCP beside the static twin's, scores, and what is missing. */
export async function printLighthouse(site: string, twin: string): Promise<void> {
  const browser = await launchChromium(`--remote-debugging-port=${port}`)
  try {
    const ours: Result[] = []
    const floor: Result[] = []
    for (let run = 0; run < runs; run++) {
      ours.push(await visit(site))
      floor.push(await visit(twin))
    }
    const [own, static_] = [lcp(middle(ours, lcp)), lcp(middle(floor, lcp))]
    console.log(
      `speed         LCP: ${own.toFixed(0)} ms, static page ${static_.toFixed(0)} ms, ` +
        `ratio ${(own / static_).toFixed(3)} (goal 1.05), medians of ${runs}`,
    )
    printScores(middle(ours, performance))
  } finally {
    await browser.close()
  }
}

function printScores(result: Result): void {
  const categories = Object.values(result.categories)
  const scores = categories.map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  console.log(`lighthouse    mobile: ${scores.join(', ')} (median of ${runs})`)
  const metrics = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ]
  console.log(`              ${metrics.map((id) => `${id} ${result.audits[id]?.displayValue}`).join(', ')}`)
  for (const { title, score, auditRefs } of categories) {
    if (score === 1) continue
    for (const { id, weight } of auditRefs) {
      const audit = result.audits[id]
      if (weight > 0 && audit?.score !== null && audit && audit.score < 1) {
        console.log(`              ${title}: ${audit.title} (${audit.displayValue ?? audit.score})`)
      }
    }
  }
}
