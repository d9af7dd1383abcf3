import type { FaultCode } from '#shared/contract/insights.ts'
import { isViewId, views } from './views.ts'

/** What breaks in visitors' browsers, in the team's words: the desk and a letter name it alike. */
const codes: Record<FaultCode, string> = {
  not_started: 'Page did not start',
  uncaught: 'Error in the program',
  rejected: 'Error while waiting',
  crashed: 'Part of the page fell',
  view_not_loaded: 'View did not arrive',
  part_not_loaded: 'Part did not arrive',
  submit_threw: 'Form broke on sending',
  no_answer: 'Form got no answer',
}

const forms: Readonly<Record<string, string>> = { booking: 'Booking form', message: 'Contact form' }

export function faultName(code: string): string {
  const [, status] = /^http_(\d+)$/.exec(code) ?? []
  if (status) return `Server failed (${status})`
  return Object.hasOwn(codes, code) ? codes[code as FaultCode] : code
}

/** The name of a view or a form. A part has the name of its file. */
export const faultPlace = (place: string): string =>
  isViewId(place) ? views[place].name : (forms[place] ?? place)
