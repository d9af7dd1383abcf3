const utm = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content']

/** The maximum length of a stored URL. Escaping lengthens a URL, so truncation comes last. */
const longest = 2000

/**
 * Returns a URL without personal data: removes the username, password and fragment, and keeps only the view and those
 * UTM parameters that contain no email address. Returns null if the string is not a web URL.
 */
export function removePersonalData(text: string): string | null {
  const url = parseWebAddress(text)
  if (!url) return null
  const kept = new URLSearchParams()
  const view = url.searchParams.get('view')
  // A value that is not a view could be personal data.
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
