import { setTimeout as sleep } from 'node:timers/promises'
import { claims, usualSlots, weeklySlotsOf } from '#content/claims.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { lately } from '#server/lib/lately.ts'
import { packPage } from './files.ts'
import { readSlots } from './queries.ts'
import type { SiteFile } from './types.ts'

/** After this time a page is sent without the database's number. */
const patienceMs = 250

export interface SlotsContext {
  database: Database
  clock: Clock
}

async function late(): Promise<never> {
  await sleep(patienceMs, undefined, { ref: false })
  throw new Error('the database is late')
}

/** Returns each page with the number of calls per week that owners have set, compressed again when it changes. */
export function openSlotPages({ database, clock }: SlotsContext): (file: SiteFile) => Promise<SiteFile> {
  const read = () => Promise.race([readSlots(database), late()])
  const slotsNow = lately(clock, read, { value: usualSlots })
  const packed = new WeakMap<SiteFile, { slots: number; page: Promise<SiteFile> }>()
  return async (file) => {
    const slots = await slotsNow()
    if (slots === usualSlots) return file
    const last = packed.get(file)
    if (last?.slots === slots) return last.page
    const html = file.bodies.get('identity')?.bytes.toString() ?? ''
    const page = packPage(withSlots(html, slots), file.csp)
    packed.set(file, { slots, page })
    return page
  }
}

const withSlots = (html: string, slots: number): string =>
  html
    .replaceAll(claims.weeklySlots, weeklySlotsOf(slots))
    .replace('<div id="root"', `<div id="root" data-slots="${slots}"`)
