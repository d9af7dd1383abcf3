/** The facts that the rows of one page share, as one object. */
export interface PageFacts {
  session_id: string
  page_url: string | null
  user_agent: string | null
  referrer: string | null
  is_bot: boolean
  /** A signed 64-bit number as text; null if it could not be computed. */
  visitor_key: string | null
}

export interface Sender {
  /** The user agent. */
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
