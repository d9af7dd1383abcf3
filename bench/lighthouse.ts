import lighthouse, { type Result } from 'lighthouse'
import { launchChromium } from './chromium.ts'
import { addresses } from './phone.ts'

const port = 9333

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

/** Lighthouse's mobile scores of all views, what is missing, and the home view's LCP beside the page written by hand. */
export async function printLighthouse(site: string, bare: string, runs: number): Promise<void> {
  const browser = await launchChromium(`--remote-debugging-port=${port}`)
  try {
    const floor: Result[] = []
    for (const { view, path } of addresses) {
      const ours: Result[] = []
      for (let run = 0; run < runs; run++) {
        ours.push(await visit(site + path))
        if (view === 'home') floor.push(await visit(bare))
      }
      if (view === 'home') printLcp(lcp(middle(ours, lcp)), lcp(middle(floor, lcp)))
      printScores(view, middle(ours, performance))
    }
    console.log(`              medians of ${runs}`)
  } finally {
    await browser.close()
  }
}

function printLcp(own: number, bare: number): void {
  console.log(
    `speed         LCP: ${own.toFixed(0)} ms, page by hand ${bare.toFixed(0)} ms, ratio ${(own / bare).toFixed(3)}`,
  )
}

function printScores(view: string, result: Result): void {
  const categories = Object.values(result.categories)
  const scores = categories.map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  console.log(`lighthouse    ${view.padEnd(20)} ${scores.join(', ')}`)
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
