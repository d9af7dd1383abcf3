/** What the rows of one page have in common; one object for all rows that agree. */
export interface PageFacts {
  session_id: string
  page_url: string | null
  user_agent: string | null
  referrer: string | null
  is_bot: boolean
  /** A signed number of 64 bits, as text; null where nobody could make one. */
  visitor_key: string | null
}

/** Who sent a request, as far as its connection says. */
export interface Sender {
  /** The program, as it calls itself. */
  agent: string
  address: string
}

/** One interaction, judged and ready to be stored; `event_data` is JSON text. */
export interface StoredInteraction {
  id: string
  event_type: string
  event_data: string
  facts: PageFacts
}
