/** One interaction, judged and ready to be stored; `event_data` is JSON text. */
export interface StoredInteraction {
  id: string
  session_id: string
  event_type: string
  event_data: string
  page_url: string | null
  user_agent: string | null
  referrer: string | null
  is_bot: boolean
}
