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

/** A visitor's activity other than navigation, forms and downloads. Seconds and counts are whole numbers. */
export type Engagement =
  | { action: 'page_visible' | 'page_hidden' }
  /** Seconds for which the page was visible since it was opened. */
  | { action: 'page_time_spent'; seconds: number; view: string }
  | { action: 'filter' | 'tab'; place: string; value: string }
  | { action: 'checklist'; list: string; done: number; of: number }
  | { action: 'calculator'; field: string }

/**
 * `event_data` for each type. The data describes the visitor's action, and never contains text that was typed into a
 * form.
 */
export interface InteractionData {
  /** `title` is the document's title. */
  page_view: { view: string; title: string }
  /** A button that neither navigates nor opens anything. */
  button_click: { label: string; view: string }
  form_submit: { form: 'booking' | 'message'; outcome: 'stored' | 'refused' | 'unknown' }
  modal_open: { modal: 'booking'; opener: string }
  modal_close: { modal: 'booking'; opener: string }
  navigation: { from: string; to: string; trigger: string }
  download: { pack: string; place: string }
  engagement: Engagement
  search: { place: string; query: string; results: number }
  /**
   * The code of a refusal or error and the names of the refused fields, never their values. `cause`, the thrown value
   * or its event, is not sent; the row has the error's class, its position in our code, and the page's `release`.
   */
  error: { code: string; place: string; fields?: string[]; cause?: unknown }
  custom_event: { name: string; [detail: string]: string | number | boolean | null }
}
