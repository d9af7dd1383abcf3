import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#server/lib/query-grammar/refusal.ts'
import type { Form } from '#server/lib/query-grammar/types.ts'
import { notAvailable } from './refusal.ts'

const forms: ReadonlyMap<string, Form> = new Map([
  ['*/*', 'rows'],
  ['application/*', 'rows'],
  ['application/json', 'rows'],
  ['application/vnd.pgrst.array+json', 'rows'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['text/csv', 'sheet'],
])

/** Only the schema `public` is served; a request for another one is refused, not ignored. */
export function checkProfile(headers: IncomingHttpHeaders, isReading = false): void {
  const profile = headers[isReading ? 'accept-profile' : 'content-profile']
  if (profile === undefined || profile === 'public') return
  const name = String(profile).slice(0, 100)
  throw new Refusal('PGRST106', `Invalid schema: ${name}`, 'Only the following schemas are exposed: public')
}

/** The first form in `Accept` that this request can have; only reading requests have a sheet. */
export function readAccept({ accept = '*/*' }: IncomingHttpHeaders, hasSheet = false): Form {
  for (const text of accept.split(',')) {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const form = forms.get(type)
    if (!form || (form === 'sheet' && !hasSheet)) continue
    // Only PostgREST leaves out members that are null.
    if (parameters.includes('nulls=stripped')) continue
    return form
  }
  throw notAvailable(accept)
}

/** The body must be plain JSON: a compressed one could unpack to more than every limit. */
export function checkBodyHeaders(headers: IncomingHttpHeaders): void {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i.test(type)) {
    throw new Refusal('HTTP415', 'Content-Type not acceptable', 'Send application/json')
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Refusal('HTTP415', 'Content-Encoding not acceptable', 'Send the body as it is, not compressed')
  }
}
