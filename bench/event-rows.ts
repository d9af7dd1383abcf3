import type { InteractionData, InteractionType } from '../src/shared/contract/interaction-data.ts'

type Kind = { [Type in InteractionType]: { event_type: Type; event_data: InteractionData[Type] } }

/** One of each type, as a visit produces them: stored rows must not all look alike. */
const kinds: Kind = {
  page_view: { event_type: 'page_view', event_data: { view: 'services', title: 'Services | Backline' } },
  button_click: { event_type: 'button_click', event_data: { label: 'Show all', view: 'success-kit' } },
  form_submit: { event_type: 'form_submit', event_data: { form: 'booking', outcome: 'stored' } },
  modal_open: { event_type: 'modal_open', event_data: { modal: 'booking', opener: 'header' } },
  modal_close: { event_type: 'modal_close', event_data: { modal: 'booking', opener: 'header' } },
  navigation: { event_type: 'navigation', event_data: { from: 'home', to: 'services', trigger: 'header' } },
  download: { event_type: 'download', event_data: { pack: 'qa-checklists', place: 'success-kit' } },
  engagement: {
    event_type: 'engagement',
    event_data: { action: 'page_time_spent', seconds: 41, view: 'services' },
  },
  search: { event_type: 'search', event_data: { place: 'services', query: 'mobile', results: 3 } },
  error: { event_type: 'error', event_data: { code: 'invalid', place: 'booking', fields: ['email'] } },
  custom_event: { event_type: 'custom_event', event_data: { name: 'printed', pages: 2 } },
}

/** Each visitor has another source and browser, so that no cached lookup serves them all. */
const places = (visitor: number) => ({
  page_url: `https://backline.example/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn-${visitor}`,
  user_agent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    `Chrome/${120 + visitor}.0.0.0 Mobile Safari/537.36`,
  referrer: `https://www.partner-${visitor}.example/back-office`,
})

/** The rows of one visit, of every type in turn, without ids. */
export function eventRows(count: number, session_id: string, visitor: number) {
  const types = Object.values(kinds)
  return Array.from({ length: count }, (_, index) => ({
    session_id,
    ...(types[index % types.length] as Kind[InteractionType]),
    ...places(visitor),
  }))
}
