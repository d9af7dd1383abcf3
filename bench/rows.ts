import { v7 } from 'uuid'
import type { BookingInsert } from '../src/shared/contract/form-rows.ts'
import type { InteractionData, InteractionType } from '../src/shared/contract/interaction-data.ts'

type EventsByType = { [Type in InteractionType]: { event_type: Type; event_data: InteractionData[Type] } }

/** The kinds of events in a typical visit. */
const kinds: EventsByType[InteractionType][] = [
  { event_type: 'page_view', event_data: { view: 'services', title: 'Services | Backline' } },
  { event_type: 'button_click', event_data: { label: 'Show all', view: 'success-kit' } },
  { event_type: 'navigation', event_data: { from: 'home', to: 'services', trigger: 'header' } },
  { event_type: 'download', event_data: { pack: 'qa-checklists', place: 'success-kit' } },
  { event_type: 'search', event_data: { place: 'services', query: 'mobile', results: 3 } },
]

/**
 * The events of one visit, starting with the kind at index `first`. Each visitor has a different source and browser, so
 * that caching has no effect.
 */
export function eventRows(count: number, visitor: number, first = 0) {
  const session_id = v7()
  return Array.from({ length: count }, (_, index) => ({
    id: v7(),
    session_id,
    ...kinds[(first + index) % kinds.length],
    page_url: `https://backline.example/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn-${visitor}`,
    user_agent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/${120 + visitor}.0.0.0 Mobile Safari/537.36`,
    referrer: `https://www.partner-${visitor}.example/back-office`,
  }))
}

const person = (id: string) => ({
  id,
  name: 'Ada Lovelace',
  // Every booking and message uses a different email address.
  email: `${id}@visitor.example`,
  company: 'Analytical Engines',
})

/** A booking as the site sends it, with a plausible time spent on the form. */
export const bookingRow = () =>
  ({
    ...person(v7()),
    phone: '+44 20 7946 0000',
    current_challenges: 'slow-proposals',
    team_size: '2-5',
    preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
    time_zone: 'Europe/London',
    message: 'Please call in the morning: our proposals leave days after those of others.',
    monthly_revenue: '£20k to £50k',
    fill_seconds: 41.5,
    filled_by: 'person',
    session_id: '0198c1d2-3e4f-7a5b-8c6d-7e8f90a1b2c3',
    landing_page: 'https://backline.example/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn',
    referrer: 'https://www.partner.example/back-office',
  }) satisfies BookingInsert

export const messageRow = () => ({ ...person(v7()), message: 'Please write.', inquiry_type: 'services' })
