import { randomUUID } from 'node:crypto'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import type { ValidInteraction } from '#shared/contract/interaction.ts'
import { originOfReferrer, removePersonalData } from '#shared/lib/page-url.ts'

/** Facts that all rows from one page share. The rows refer to the same object. */
export interface PageFacts {
  session_id: string
  page_url: string | null
  user_agent: string | null
  referrer: string | null
  is_bot: boolean
  /** A signed 64-bit number as text; null if it could not be computed. */
  visitor_key: string | null
}

export interface InteractionSender {
  agent: string
  address: string
}

/** A validated interaction, ready to store; `event_data` is JSON text. */
export interface StoredInteraction {
  id: string
  event_type: string
  event_data: string
  facts: PageFacts
}

/** Many rows come from a few browsers and pages, so results are cached by the text from which they were computed. */
function cacheByText<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new LRUCache<string, { is: Answer }>({ max: 1000 })
  return (text) => {
    const found = known.get(text)
    if (found) return found.is
    const is = answer(text)
    known.set(text, { is })
    return is
  }
}

const pageUrl = cacheByText(removePersonalData)
const referrer = cacheByText(originOfReferrer)
const isBot = cacheByText(isbot)

/** Trims URLs and marks bots by their user agent. */
function factsOf(row: ValidInteraction, agent: string, visitor_key: string | null): PageFacts {
  return {
    session_id: row.session_id,
    page_url: row.page_url ? pageUrl(row.page_url) : null,
    user_agent: row.user_agent ?? null,
    referrer: row.referrer ? referrer(row.referrer) : null,
    is_bot: isBot(agent) || (row.user_agent ? isBot(row.user_agent) : false),
    visitor_key,
  }
}

/** Prepares the rows of one request for storing. Most rows come from one page, so equal facts are computed once. */
export function prepareRows(
  rows: readonly ValidInteraction[],
  agent: string,
  visitorKey: string | null,
): StoredInteraction[] {
  let before: ValidInteraction | undefined
  let facts: PageFacts | undefined
  const time = Date.now().toString(16).padStart(12, '0')
  return rows.map((row) => {
    if (!facts || !isSamePage(row, before)) facts = factsOf(row, agent, visitorKey)
    before = row
    const { id, event_type, event_data } = row
    return { id: id ?? timedUuid(time), event_type, event_data: event_data ?? '{}', facts }
  })
}

/**
 * A version 7 UUID for a row that has no id, so that ids that were created at about the same time are neighbors in the
 * index. Node caches random UUIDs, so this is ten times as fast as building a UUID from bytes.
 */
function timedUuid(time: string): string {
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

function isSamePage(row: ValidInteraction, other: ValidInteraction | undefined): boolean {
  return (
    row.session_id === other?.session_id &&
    row.page_url === other?.page_url &&
    row.user_agent === other?.user_agent &&
    row.referrer === other?.referrer
  )
}
