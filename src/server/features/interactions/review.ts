import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { v7 as uuidV7 } from 'uuid'
import type { ReviewedInteraction } from '#shared/contract/interaction.ts'
import { trimPageUrl, trimReferrer } from '#shared/lib/page-url.ts'
import type { StoredInteraction } from './types.ts'

/** Browsers and pages are few beside the rows that name them: what was found out about one holds for all of them. */
function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new LRUCache<string, { is: Answer }>({ max: 1000 })
  return (text) => {
    const found = known.get(text)
    if (found) return found.is
    const is = answer(text)
    known.set(text, { is })
    return is
  }
}

const pageUrl = remembered(trimPageUrl)
const referrer = remembered(trimReferrer)
const isBot = remembered(isbot)

/** The row as it is stored: addresses trimmed, programs marked by what they call themselves. */
export function toStored(row: ReviewedInteraction, agent: string): StoredInteraction {
  return {
    id: row.id ?? uuidV7(),
    session_id: row.session_id,
    event_type: row.event_type,
    event_data: row.event_data ?? '{}',
    page_url: row.page_url ? pageUrl(row.page_url) : null,
    user_agent: row.user_agent ?? null,
    referrer: row.referrer ? referrer(row.referrer) : null,
    is_bot: isBot(row.user_agent ?? agent) || isBot(agent),
  }
}
