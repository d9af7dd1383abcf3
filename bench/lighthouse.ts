import lighthouse, { type Result } from 'lighthouse'
import { addresses } from './phone.ts'
import { median, say, sayOf, verdict } from './statistics.ts'

export const port = 9333

/** The phone profile of Lighthouse: 4x slower, 1.6 Mbit/s, 150 ms there and back. */
async function visit(url: string): Promise<Result> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error('Lighthouse gave no result')
  return result.lhr
}

const blocked = (results: readonly Result[]) =>
  median(results.map(({ audits }) => audits['total-blocking-time']?.numericValue ?? Number.NaN))

/** Lighthouse's mobile scores of all views, and the home view's blocking time beside the page written by hand. */
export async function printLighthouse(site: string, bare: string, runs: number): Promise<void> {
  say(`medians of ${runs}`, 'lighthouse')
  for (const { view, path } of addresses) {
    const [ours, floor]: [Result[], Result[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      ours.push(await visit(site + path))
      if (view === 'home') floor.push(await visit(bare))
    }
    if (view === 'home') {
      const [own, hand] = [blocked(ours), blocked(floor)]
      const words = `${own.toFixed(0)} ms, page by hand ${hand.toFixed(0)} (goal twice that)`
      sayOf('total blocking time', `${words} ${verdict(own <= 2 * hand)}`)
    }
    const categories = Object.entries(ours[0]?.categories ?? {}).map(([id, { title }]) => {
      const score = median(ours.map((result) => result.categories[id]?.score ?? 0))
      return { title, score: Math.round(score * 100) }
    })
    const scores = categories.map(({ title, score }) => `${title} ${score}`).join(', ')
    sayOf(view, `${scores} ${verdict(categories.every(({ score }) => score === 100))}`)
  }
}
