import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from './refusal.ts'

const singularType = 'application/vnd.pgrst.object+json'
const acceptable = new Set(['*/*', 'application/*', 'application/json', singularType])

/** The one schema that is served; asking for another is refused, not ignored. */
export function checkProfile(headers: IncomingHttpHeaders, isReading = false): void {
  const profile = headers[isReading ? 'accept-profile' : 'content-profile']
  if (profile === undefined || profile === 'public') return
  throw new Refusal('PGRST106', 'Invalid schema', 'Only the following schemas are exposed: public')
}

/** Whether `Accept` insists on exactly one row. */
export function readAccept(headers: IncomingHttpHeaders): boolean {
  const types = (headers.accept ?? '*/*')
    .split(',')
    .map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '')
  const chosen = types.find((type) => acceptable.has(type))
  if (chosen === undefined) {
    throw new Refusal('PGRST107', 'None of the media types in the Accept header are available')
  }
  return chosen === singularType
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
