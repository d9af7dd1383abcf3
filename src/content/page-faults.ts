import type { BrowserErrorCode } from '#shared/contract/insights.ts'
import { sentence } from './tree.ts'
import { isViewId, views } from './views.ts'
import { words } from './words.ts'

/** Names of errors in visitors' browsers, for the desk and for the email about these errors. */
const pageFaults = words('pageFaults', {
  codes: {
    not_started: 'Page failed to start',
    uncaught: 'Uncaught error',
    rejected: 'Unhandled promise rejection',
    crashed: 'Part of the page crashed',
    view_not_loaded: 'View failed to load',
    part_not_loaded: 'Component failed to load',
    submit_threw: 'Form submission failed with an error',
    no_answer: 'Form submission got no response',
  } satisfies Record<BrowserErrorCode, string>,
  server: sentence('Server error ({status})', 'status'),
  forms: { booking: 'Booking form', message: 'Contact form' },
})

export function faultName(code: string): string {
  const [, status] = /^http_(\d+)$/.exec(code) ?? []
  if (status) return pageFaults.server(status)
  return Object.hasOwn(pageFaults.codes, code) ? pageFaults.codes[code as BrowserErrorCode] : code
}

/** Returns the name of a view or form. A component is named after its file. */
export function faultPlace(place: string): string {
  if (isViewId(place)) return views[place].name
  return Object.hasOwn(pageFaults.forms, place) ? pageFaults.forms[place as keyof typeof pageFaults.forms] : place
}
