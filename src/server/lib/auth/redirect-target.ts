interface Site {
  publicUrl: string
  /** Globs of further targets: `*` stops at `.` and `/`, `**` does not, and neither leaves the host it is in. */
  redirectUrls: readonly string[]
}

/** Schemes that run or hold a document instead of naming a place. No setting makes one of these a target. */
const neverTargets = /^(javascript|data|blob|vbscript|file|about):/i

/** The desk: the only page of ours that knows what to do with the tokens in the address. */
export const deskAt = (publicUrl: string) => `${publicUrl}/desk/`

/**
 * Where the browser is sent with the tokens: the requested address, else the page that it comes from, if we trust it,
 * else the desk. An address that we do not trust is ignored without an error.
 */
export function redirectTarget(
  asked: { redirectTo?: unknown; referer?: string | undefined },
  site: Site,
): string {
  const candidates = [asked.redirectTo, asked.referer]
  return candidates.find((each): each is string => isTrusted(each, site)) ?? deskAt(site.publicUrl)
}

function isTrusted(candidate: unknown, { publicUrl, redirectUrls }: Site): boolean {
  const url = readPlainly(candidate)
  if (!url) return false
  const home = new URL(publicUrl)
  if (url.protocol === home.protocol && url.hostname === home.hostname) {
    if (url.port === home.port || isLoopback(url)) return true
  }
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (isAddress(url)) return isWeb && isLoopback(url)
  url.hash = ''
  return redirectUrls.some((glob) => {
    // A glob must spell out the custom scheme of an app.
    if (!isWeb && !glob.startsWith(`${url.protocol}//`)) return false
    return globPattern(glob).test(url.href)
  })
}

/**
 * The URL, if every program reads the same in it. Browsers correct their input: they read a backslash as a slash,
 * 2130706433 as 127.0.0.1, and skip a line break. So the host must be written as `URL` reads it, without a user name
 * before it.
 */
function readPlainly(candidate: unknown): URL | null {
  if (typeof candidate !== 'string' || candidate.length > 2048) return null
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(candidate) || neverTargets.test(candidate)) return null
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(candidate)?.[1]?.toLowerCase()
  if (!authority || !URL.canParse(candidate)) return null
  const url = new URL(candidate)
  const host = authority.replace(/:\d*$/, '')
  const isPlain = /^([a-z0-9._-]+|\[[0-9a-f:]+\])$/.test(host)
  return isPlain && host === url.hostname.toLowerCase() ? url : null
}

const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)

const isAddress = ({ hostname }: URL) => hostname.startsWith('[') || /^[\d.]+$/.test(hostname)

/** `https://**.example.org` must not match `https://evil.example/x.example.org`: stars of the host stay in it. */
function globPattern(glob: string): RegExp {
  const [, host = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*|)(.*)$/is.exec(glob) ?? []
  return new RegExp(`^${pattern(host, '[^/?#]*')}${pattern(path, '.*')}$`)
}

function pattern(glob: string, anything: string): string {
  const parts = glob.split(/(\*+)/)
  return parts
    .map((part) => {
      if (part === '*') return '[^./]*'
      return part.startsWith('*') ? anything : part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    })
    .join('')
}
