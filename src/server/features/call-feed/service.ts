import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand } from '#content/brand.ts'
import { callFeed } from '#content/call-feed.ts'
import { deskLink, oneLine } from '#letters/typed-text.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type Feed, findFeed } from './queries.ts'

export interface FeedOptions {
  database: Database
  clock: Clock
  publicUrl: () => string
}

/** Seconds after which a calendar should poll again; many programs ignore it. */
const refresh = 15 * 60

/**
 * The calendar for a key; null if the key is wrong. Every text is looked up by its hash, whatever its format, so that a
 * wrong key takes as long as a right one.
 */
export async function readFeed(
  { database, clock, publicUrl }: FeedOptions,
  key: string,
): Promise<string | null> {
  const feed = await findFeed(database, createHash('sha256').update(key).digest(), clock())
  return feed && feedFile(feed, publicUrl())
}

/**
 * The events have the ids and sequence numbers of the invitations, so that a calendar with both shows only one. The
 * file changes only when a call does. It contains no mail addresses: a calendar would write to them.
 */
function feedFile({ name, place, calls }: Feed, siteUrl: string): string {
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
      location: place === 'link' && call.link !== null ? call.link : callFeed.byPhone,
      status: ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
