import { decodeJwt } from 'jose'
import { array, minLength, object, optional, pipe, regex, safeParse, string, url } from 'valibot'
import { type AuthSettings, defaultAuthSettings, type Provider } from '#server/lib/auth/context.ts'
import { isLoopback } from '#server/lib/http/request-origin.ts'
import type { Read } from './environment.ts'

/** Returns the publishable key, or null if the key grants more than public access. */
export function publicKeyOf(text: string): string | null {
  if (!/^[\w.-]{8,500}$/.test(text) || /^sbp?_(?!publishable_)/.test(text)) return null
  return text.startsWith('eyJ') && roleOf(text) !== 'anon' ? null : text
}

function roleOf(token: string): unknown {
  try {
    return decodeJwt(token).role
  } catch {
    return null
  }
}

/** The email limits for servers that run without rate limits, so that benchmarks can measure sign-ins. */
const manyMails = { mailsPerHour: 100_000, mailsPerClient: 100_000, mailEverySeconds: 1 }

export function readAuthSettings(read: Read, { rateLimit }: { rateLimit: boolean }): AuthSettings {
  return {
    ...defaultAuthSettings,
    ...(!rateLimit && manyMails),
    secretKey: read<string | null>(
      'SECRET_KEY',
      null,
      (text) => (/^sb_secret_[\w-]{32,500}$/.test(text) ? text : null),
      'sb_secret_ and at least 32 letters, digits, hyphens or underscores, such as the output of `echo sb_secret_$(openssl rand -hex 32)`',
    ),
    providers: read<readonly Provider[]>('AUTH_PROVIDERS', [], providersOf, providersMust),
  }
}

const providersMust =
  'a JSON list of objects with name, issuer, clientId and clientSecret, and scopes if they are not openid, email and profile'

const providersSchema = array(
  object({
    name: pipe(string(), regex(/^[a-z][a-z0-9_-]{1,40}$/)),
    issuer: pipe(string(), url()),
    clientId: pipe(string(), minLength(1)),
    clientSecret: pipe(string(), minLength(1)),
    scopes: optional(array(string()), ['openid', 'email', 'profile']),
  }),
)

function providersOf(text: string): readonly Provider[] | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  const result = safeParse(providersSchema, json)
  if (!result.success) return null
  const names = new Set(result.output.map(({ name }) => name))
  return names.size === result.output.length && !names.has('email') ? result.output : null
}

/**
 * Reads the other origins whose pages may call the data, auth and realtime APIs. Patterns and `*` are refused: with
 * `*`, every page on the web could call the server from the IP address and network of the page's reader; with a
 * pattern, any forgotten subdomain could. Errors name an entry by its position, because error messages never repeat
 * values.
 */
export function readOrigins(
  read: Read,
  publicUrl: string | undefined,
): { origins: readonly string[]; faults: string[] } {
  const split = (text: string) => text.split(',').map((entry) => entry.trim())
  const origins = read<readonly string[]>('ALLOWED_ORIGINS', [], split, 'origins separated by commas')
  const isSecure = /^\s*https:/i.test(publicUrl ?? '')
  const faults = origins.flatMap((origin, index) => {
    const fault = faultOf(origin, isSecure)
    return fault ? [`ALLOWED_ORIGINS, origin ${index + 1} of ${origins.length}, ${fault}.`] : []
  })
  return { origins, faults }
}

/** Browsers send an origin in exactly one form, so no other form would ever match. */
function faultOf(text: string, isSecure: boolean): string | null {
  if (text === '') return 'is empty: remove a comma'
  if (text.includes('*')) {
    return 'contains *: list each origin, because a pattern also allows unintended pages'
  }
  if (text === 'null') return 'is null, which every page without an origin sends'
  if (!/^https?:\/\//.test(text)) return 'must start with https:// or http://, such as https://app.example.com'
  if (!URL.canParse(text)) return 'is not an address such as https://app.example.com'
  const url = new URL(text)
  if (url.username || url.password) return 'must not contain a user name or password'
  if (url.pathname !== '/' || url.search || url.hash || /[?#]/.test(text)) {
    return 'must end after the host and port, without a path'
  }
  if (text.endsWith('/')) return 'must not end in a slash: browsers send it without one'
  if (url.origin !== text) {
    return 'must be written as browsers send it: in lower case, other scripts in Punycode, without the default port'
  }
  if (isSecure && url.protocol === 'http:' && !isLoopback(url)) {
    return "must be https, like PUBLIC_URL: an attacker on the network could change an http page and steal its users' sessions"
  }
  return null
}
