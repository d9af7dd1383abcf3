import type { IncomingHttpHeaders } from 'node:http'
import { notAvailable, Refusal } from './refusal.ts'

const singularType = 'application/vnd.pgrst.object+json'

/** What is asked for: a list of rows, the one row by itself, or rows as a sheet of cells. */
export type Form = 'rows' | 'object' | 'sheet'

const forms: ReadonlyMap<string, Form> = new Map([
  ['*/*', 'rows'],
  ['application/*', 'rows'],
  ['application/json', 'rows'],
  [singularType, 'object'],
  ['text/csv', 'sheet'],
])

/** The one schema that is served; asking for another is refused, not ignored. */
export function checkProfile(headers: IncomingHttpHeaders, isReading = false): void {
  const profile = headers[isReading ? 'accept-profile' : 'content-profile']
  if (profile === undefined || profile === 'public') return
  throw new Refusal('PGRST106', 'Invalid schema', 'Only the following schemas are exposed: public')
}

/** The first form in `Accept` that this request can have; a sheet is for those that read. */
export function readAccept(headers: IncomingHttpHeaders, hasSheet = false): Form {
  for (const type of (headers.accept ?? '*/*').split(',')) {
    const form = forms.get(type.split(';')[0]?.trim().toLowerCase() ?? '')
    if (form && (form !== 'sheet' || hasSheet)) return form
  }
  throw notAvailable()
}

/** The body must be plain JSON: a packed one could unfold past every limit. */
export function checkBodyHeaders(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type)) {
    throw new Refusal('HTTP415', 'Content-Type not acceptable', 'Send application/json')
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal('HTTP415', 'Content-Encoding not acceptable', 'Send the body as it is, not compressed')
  }
}
