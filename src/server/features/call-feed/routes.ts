import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { brand } from '#content/brand.ts'
import { callFeedWords } from '#content/call-feed.ts'
import { deskLink, oneLine } from '#letters/typed-text.ts'
import { sha256 } from '#server/lib/crypto/tokens.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { calendarProduct, eventUid } from '#shared/lib/calendar-file.ts'
import { type Feed, findFeed } from './queries.ts'

/**
 * The calendar of a host's calls, for programs that poll it. The URL contains a secret, so only the reader's own cache
 * may store the calendar, and this cache must check for changes each time.
 */
export async function feedRoutes(app: FastifyInstance, options: FeedOptions): Promise<void> {
  app.get('/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const text = await readFeed(options, file.replace(/\.ics$/, ''))
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex')
    if (text === null) {
      request.refusal = 'no-feed'
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('This calendar does not exist.\n')
    }
    const etag = `"${sha256(text).slice(0, 32)}"`
    reply.headers({ 'cache-control': 'private, no-cache', etag })
    if (sameTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calls.ics"')
      .send(text)
  })
}

/** Also accepts a weak entity tag, because a proxy that compresses a response weakens its tag. */
const sameTag = (known: string | undefined, etag: string) =>
  known?.split(',').some((one) => [etag, `W/${etag}`, '*'].includes(one.trim())) ?? false

interface FeedOptions {
  database: Database
  clock: Clock
  publicUrl: () => string
}

/** Seconds after which a calendar program should poll again. Many programs ignore this value. */
const refresh = 15 * 60

/**
 * Returns the calendar for a token, or null if the token is wrong. Every string is looked up by its hash, regardless of
 * its format, so that wrong and correct tokens take the same time.
 */
async function readFeed({ database, clock, publicUrl }: FeedOptions, key: string): Promise<string | null> {
  const feed = await findFeed(database, createHash('sha256').update(key).digest(), clock())
  return feed && feedFile(feed, publicUrl())
}

/**
 * The events have the ids and sequence numbers of the invitations, so that a calendar with both the feed and an
 * invitation shows the call once. The file changes only when a call changes. The file contains no email addresses,
 * because calendar programs would send email to them.
 */
function feedFile({ name, place, calls }: Feed, siteUrl: string): string {
  const calendar = ical({
    name: callFeedWords.name(oneLine(name, 100)),
    prodId: calendarProduct(brand.name, 'Strategy calls'),
    method: ICalCalendarMethod.PUBLISH,
    ttl: refresh,
  })
  for (const call of calls) {
    calendar.createEvent({
      id: eventUid(call.id, siteUrl),
      sequence: call.sequence,
      stamp: new Date(call.changed),
      start: new Date(call.starts),
      end: new Date(call.ends),
      summary: callFeedWords.title(oneLine(call.name, 100), oneLine(call.company, 100)),
      description: callFeedWords.about(deskLink(siteUrl, 'booking', call.id)),
      location: place === 'link' && call.link !== null ? call.link : callFeedWords.byPhone,
      status: ICalEventStatus.CONFIRMED,
    })
  }
  return `${calendar.toString().trimEnd()}\r\n`
}
