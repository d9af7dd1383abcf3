import Negotiator from 'negotiator'

export type Encoding = 'br' | 'gzip' | 'identity'

const smallestFirst = ['br', 'gzip'] as const

/** The smallest stored encoding that the client accepts, whichever it prefers. */
export function chooseEncoding(accepted: string | undefined, stored: readonly Encoding[]): Encoding {
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(stored)
  return smallestFirst.find((encoding) => taken.includes(encoding)) ?? 'identity'
}

/** Whether an `If-None-Match` names this entity tag (weak comparison, as RFC 9110 asks). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
