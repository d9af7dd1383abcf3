/** Types of interaction, as the specification names them. */
export const interactionTypes = [
  'page_view',
  'button_click',
  'form_submit',
  'modal_open',
  'modal_close',
  'navigation',
  'download',
  'engagement',
  'search',
  'error',
  'custom_event',
] as const
export type InteractionType = (typeof interactionTypes)[number]

/** What a visitor did without moving, sending or taking anything. Seconds and counts are whole numbers. */
export type Engagement =
  | { action: 'page_visible' | 'page_hidden' }
  /** Seconds in which the page could be seen since it was opened. */
  | { action: 'page_time_spent'; seconds: number; view: string }
  | { action: 'filter' | 'tab'; place: string; value: string }
  | { action: 'checklist'; list: string; done: number; of: number }
  /** One of the Core Web Vitals: milliseconds, or a score without unit for CLS. */
  | { action: 'web_vital'; name: string; value: number; rating: string }
  | { action: 'calculator'; field: string }

/** `event_data` by type. It says what was done, never what was typed into a form. */
export interface InteractionData {
  /** `title` is the document's. */
  page_view: { view: string; title: string }
  /** A button that neither moves nor opens anything by itself: its label, and the view it stands in. */
  button_click: { label: string; view: string }
  form_submit: { form: 'booking' | 'message'; outcome: 'stored' | 'refused' | 'unknown' }
  modal_open: { modal: 'booking'; opener: string }
  modal_close: { modal: 'booking'; opener: string }
  navigation: { from: string; to: string; trigger: string }
  download: { pack: string; place: string }
  engagement: Engagement
  search: { place: string; query: string; results: number }
  /**
   * The code of an answer or fault and the names of the fields it is about, never their values. `cause` is what was
   * thrown, or the event that told of it; it stays in the page, and the row says of it the class and our own line. The
   * row has the `release` too that the page came from.
   */
  error: { code: string; place: string; fields?: string[]; cause?: unknown }
  custom_event: { name: string; [detail: string]: string | number | boolean | null }
}
