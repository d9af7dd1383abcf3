import type { BrowserErrorCode } from '#shared/contract/insights.ts'
import { isViewId, views } from './views.ts'

/** Names of errors in visitors' browsers, for the desk and for the email about these errors. */
const codes: Record<BrowserErrorCode, string> = {
  not_started: 'Page failed to start',
  uncaught: 'Uncaught error',
  rejected: 'Unhandled promise rejection',
  crashed: 'Part of the page crashed',
  view_not_loaded: 'View failed to load',
  part_not_loaded: 'Component failed to load',
  submit_threw: 'Form submission failed with an error',
  no_answer: 'Form submission got no response',
}

const forms: Readonly<Record<string, string>> = { booking: 'Booking form', message: 'Contact form' }

export function faultName(code: string): string {
  const [, status] = /^http_(\d+)$/.exec(code) ?? []
  if (status) return `Server error (${status})`
  return Object.hasOwn(codes, code) ? codes[code as BrowserErrorCode] : code
}

/** Returns the name of a view or form. A component is named after its file. */
export const faultPlace = (place: string): string => (isViewId(place) ? views[place].name : (forms[place] ?? place))
