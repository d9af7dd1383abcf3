import { decodeJwt } from 'jose'
import { array, minLength, object, optional, pipe, regex, safeParse, string, url } from 'valibot'
import { type AuthSettings, defaultAuthSettings, type Provider } from '#server/lib/auth/context.ts'
import { isLoopback } from '#server/lib/http/request-origin.ts'
import type { Read } from './environment.ts'

/** Returns the key that every page shows; null for a key that opens more than what is public. */
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

/** For a server without rate limits, so that sign-ins can be measured. */
const manyMails = { mailsPerHour: 100_000, mailsPerClient: 100_000, mailEverySeconds: 1 }

export function readAuthSettings(read: Read, { rateLimit }: { rateLimit: boolean }): AuthSettings {
  return {
    ...defaultAuthSettings,
    ...(!rateLimit && manyMails),
    secretKey: read<string | null>(
      'SECRET_KEY',
      null,
      (text) => (/^sb_secret_[\w-]{32,500}$/.test(text) ? text : null),
      'sb_secret_ and at least 32 letters, digits, hyphens or underscores, as `echo sb_secret_$(openssl rand -hex 32)` makes them',
    ),
    providers: read<readonly Provider[]>('AUTH_PROVIDERS', [], providersOf, providersMust),
  }
}

const providersMust =
  'a JSON list of objects with name, issuer, clientId and clientSecret, and scopes if more are wanted than openid, email and profile'

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
 * Other origins whose pages may call data, auth and realtime, and the faults of the list. A `*` would let every page on
 * the web call us from the address and network of its reader, and a pattern any forgotten name below one of ours.
 * Faults name an entry by its place, since values are never repeated.
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

/** A browser sends an origin in one spelling, so that any other one would never match. */
function faultOf(text: string, isSecure: boolean): string | null {
  if (text === '') return 'is empty: a comma too many'
  if (text.includes('*')) {
    return 'has a *: name each origin by itself, since a pattern lets in pages that nobody thought of'
  }
  if (text === 'null') return 'is null, which every page without an origin says of itself'
  if (!/^https?:\/\//.test(text))
    return 'must begin with https:// or http://, such as https://app.example.com'
  if (!URL.canParse(text)) return 'is no address, such as https://app.example.com'
  const url = new URL(text)
  if (url.username || url.password) return 'must not have a user or password in it'
  if (url.pathname !== '/' || url.search || url.hash || /[?#]/.test(text)) {
    return 'must end after the host and port, without a path'
  }
  if (text.endsWith('/')) return 'must not end in a slash: browsers send it without one'
  if (url.origin !== text) {
    return 'must be as browsers send it: in small letters, other scripts in Punycode, without the port that its scheme has anyway'
  }
  if (isSecure && url.protocol === 'http:' && !isLoopback(url)) {
    return 'must be https, as PUBLIC_URL is: whoever is on the way could write a page of http, and it would hold the sessions of its readers'
  }
  return null
}
