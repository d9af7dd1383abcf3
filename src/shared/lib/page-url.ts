const utm = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

/** The maximum length of a stored address. Escaping lengthens an address, so the address is truncated afterward. */
const longest = 2000

/**
 * Returns an address without personal data: user, password and fragment are removed, and the query keeps only the
 * view and the UTM parameters, unless these contain an email address. Null if the text is not a web address.
 */
export function removePersonalData(text: string): string | null {
  const url = parseWebAddress(text)
  if (!url) return null
  const kept = new URLSearchParams()
  const view = url.searchParams.get('view')
  // Any value that is not a view could be personal.
  if (view && /^[a-z0-9-]{1,40}$/.test(view)) kept.set('view', view)
  for (const name of utm) {
    const value = url.searchParams.get(name)
    if (value && !value.includes('@')) kept.set(name, value)
  }
  const query = kept.size > 0 ? `?${kept}` : ''
  const path = /@|%40/.test(url.pathname) ? '/' : url.pathname
  return `${url.origin}${path}${query}`.slice(0, longest)
}

/** Returns only the origin, because the paths of other sites can contain tokens and names. */
export function originOfReferrer(text: string): string | null {
  const url = parseWebAddress(text)
  return url && `${url.origin}/`.slice(0, longest)
}

function parseWebAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) ? url : null
}
