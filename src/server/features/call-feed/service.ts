import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand } from '#content/brand.ts'
import { callFeed } from '#content/call-feed.ts'
import { deskLink } from '#letters/links.ts'
import { oneLine } from '#letters/typed-text.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/db/database.ts'
import { type Feed, findFeed } from './queries.ts'

export interface FeedOptions {
  database: Database
  clock: Clock
  publicUrl: () => string
}

/** Seconds after which a calendar may look again; many look when they like. */
const refresh = 15 * 60

/**
 * The calendar that a key opens; null for whatever is no key. Every text is looked up by its hash, whatever its shape, so
 * that a wrong key takes as long as another.
 */
export async function readFeed(
  { database, clock, publicUrl }: FeedOptions,
  key: string,
): Promise<string | null> {
  const feed = await findFeed(database, createHash('sha256').update(key).digest(), clock())
  return feed && feedFile(feed, publicUrl())
}

/**
 * The events have the names and numbers of the invitations, so that a calendar which has both shows one. Nothing in it
 * changes unless a call does. Without addresses of mail: a calendar would write to them.
 */
function feedFile({ name, place, link, calls }: Feed, siteUrl: string): string {
  const calendar = ical({
    name: callFeed.name(oneLine(name, 100)),
    prodId: { company: brand.name, product: 'Strategy calls', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refresh,
  })
  for (const call of calls) {
    calendar.createEvent({
      id: `${call.id}@backline`,
      sequence: call.sequence,
      stamp: new Date(call.changed),
      start: new Date(call.starts),
      end: new Date(call.ends),
      summary: callFeed.title(oneLine(call.name, 100), oneLine(call.company, 100)),
      description: callFeed.about(deskLink(siteUrl, 'booking', call.id)),
      location: place === 'link' && link !== null ? link : callFeed.byPhone,
      status: ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
