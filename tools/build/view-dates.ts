import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ViewId } from '#content/views.ts'

/** Since which day a view says what it says. */
export interface ViewDate {
  /** The hash of its words. */
  readonly words: string
  readonly changed: string
}
export type ViewDates = Readonly<Partial<Record<ViewId, ViewDate>>>

/** Committed, because a release archive has no history from which to find out when a sentence was changed. */
export const datesFile = 'tools/build/view-dates.json'

export const readDates = async () => JSON.parse(await readFile(datesFile, 'utf8')) as ViewDates

/** The part of a page that is measured anew by each build, which packs a little better on another Node. */
const packSize = /\d[\d.,]*\s?[kM]B/g

/** A hash of what a visitor reads in a view; markup and style may change without it. */
export function wordsHash(title: string, description: string, body: string): string {
  const text = body
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(packSize, '')
  const words = `${title} ${description} ${text}`.replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(words).digest('hex').slice(0, 12)
}

/** The day since which a view has these words; none where nobody has said it, since a date must be true. */
export const changedOn = (dates: ViewDates, view: ViewId, words: string): string | undefined =>
  dates[view]?.words === words ? dates[view].changed : undefined
