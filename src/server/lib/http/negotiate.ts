export type Encoding = 'br' | 'gzip' | 'identity'

/** The weight a header of the Accept family gives to a name; `*` speaks for those it does not name. */
function weightOf(name: string, header: string): number {
  let wildcard = 0
  for (const entry of header.toLowerCase().split(',')) {
    const [candidate = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality ? Number(quality.slice(2)) || 0 : 1
    if (candidate === name) return weight
    if (candidate === '*') wildcard = weight
  }
  return wildcard
}

/** The smallest of the stored encodings that the client takes. */
export function chooseEncoding(accepted: string | undefined, stored: readonly Encoding[]): Encoding {
  const takes = (encoding: Encoding) => stored.includes(encoding) && weightOf(encoding, accepted ?? '') > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

/** Whether an `If-None-Match` names this entity tag (weak comparison, as RFC 9110 asks). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}
