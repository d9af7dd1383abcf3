import { isbot } from 'isbot'
import { v7 as uuidV7 } from 'uuid'
import type { ReviewedInteraction } from '#shared/contract/interaction.ts'
import { trimPageUrl, trimReferrer } from '#shared/lib/page-url.ts'
import type { StoredInteraction } from './types.ts'

/** The last answer again for the same question: rows that come together are from the same page of one browser. */
function rememberLast<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  let last: { text: string; is: Answer } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, is: answer(text) }
    return last.is
  }
}

const pageUrl = rememberLast(trimPageUrl)
const referrer = rememberLast(trimReferrer)
const isBot = rememberLast(isbot)

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
