/** The hashes, in quotes, of the inline styles and scripts that the build put into one page. */
export interface InlineHashes {
  readonly style: readonly string[]
  readonly script: readonly string[]
}

const none: InlineHashes = { style: [], script: [] }

/**
 * Allows resources only from our own origin, and inline code only by its hash. `others` lists external URLs to which
 * the page can connect. `frames` is true if the page can embed our pages that allow framing.
 */
export function contentSecurityPolicy(
  secure: boolean,
  hashes: InlineHashes = none,
  others: readonly string[] = [],
  frames = false,
): string {
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.script].join(' '),
    ["style-src 'self'", ...hashes.style].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...others].join(' '),
    "manifest-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  if (secure) directives.push('upgrade-insecure-requests')
  return directives.join('; ')
}

/** The headers of every response from a site at this URL, including refusals. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const secure = new URL(publicUrl).protocol === 'https:'
  return {
    'content-security-policy': contentSecurityPolicy(secure),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Over plain http, neither header has an effect, and the first header causes a warning in every visitor's console.
    ...(secure && {
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/**
 * The Content-Disposition of a download. A name with other characters than letters, digits, dots, hyphens and
 * underscores is sent twice: simplified for old programs, and exactly in `filename*` (RFC 6266, RFC 8187).
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^-+/, '')
  const header = `attachment; filename="${plain}"`
  if (plain === name) return header
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `${header}; filename*=UTF-8''${exact}`
}
