/**
 * Writes down which views say something else since they were dated last, as changed today. Run after a change of words:
 * `npm run dates`. The sitemap of the next build says so to search engines.
 */
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Prerenderer from '#site/app/prerender.tsx'
import { changedOn, datesFile, readDates, type ViewDate, wordsHash } from './view-dates.ts'

const built = pathToFileURL(resolve('dist/prerender/prerender.js')).href
const renderer = (await import(built)) as typeof Prerenderer
const dates = await readDates()
const today = new Date().toISOString().slice(0, 10)

const entries = await Promise.all(
  renderer.viewIds.map(async (view): Promise<[string, ViewDate]> => {
    const { title } = renderer.views[view]
    const words = wordsHash(title, renderer.descriptions[view], await renderer.renderView(view))
    return [view, { words, changed: changedOn(dates, view, words) ?? today }]
  }),
)
await writeFile(datesFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
console.log(`${datesFile}:`)
for (const [view, { changed }] of entries) console.log(`  ${changed} ${view}`)
