import { array, minLength, object, optional, pipe, regex, safeParse, string, url } from 'valibot'
import { type AuthSettings, defaultAuthSettings, type Provider } from '#server/lib/auth/settings.ts'
import { onOrOff, type Read, switchOf, wholeNumber } from './environment.ts'

const fallback = defaultAuthSettings

/** Stands for "never": no session lasts so long. */
const never = Number.POSITIVE_INFINITY

/** For `RATE_LIMIT=off`, so that sign-ins can be measured. */
const manyMails = { mailsPerHour: 100_000, mailsPerClient: 100_000, mailEverySeconds: 1 }

export function readAuthSettings(read: Read, { rateLimit }: { rateLimit: boolean }): AuthSettings {
  const hours = (name: string, otherwise: number | null) => {
    const parse = (text: string) => (text === 'off' ? never : wholeNumber(1, 87_600)(text))
    const chosen = read(name, otherwise ?? never, parse, 'a whole number of hours from 1 to 87600, or off')
    return chosen === never ? null : chosen
  }
  const signUp = read('AUTH_SIGN_UP', 'off', signUpOf, 'off, on or unconfirmed')
  return {
    ...fallback,
    ...(!rateLimit && manyMails),
    secretKey: read<string | null>(
      'SECRET_KEY',
      null,
      (text) => (/^sb_secret_[\w-]{32,500}$/.test(text) ? text : null),
      'sb_secret_ and at least 32 letters, digits, hyphens or underscores, as `echo sb_secret_$(openssl rand -hex 32)` makes them',
    ),
    sessionHours: hours('AUTH_SESSION_HOURS', fallback.sessionHours),
    idleHours: hours('AUTH_IDLE_HOURS', fallback.idleHours),
    signUp: signUp !== 'off',
    autoconfirm: signUp === 'unconfirmed',
    manualLinking: read('AUTH_MANUAL_LINKING', fallback.manualLinking, switchOf, onOrOff),
    passwordRule: {
      characters: read(
        'AUTH_PASSWORD_MIN_LENGTH',
        fallback.passwordRule.characters,
        wholeNumber(6, 64),
        'a whole number from 6 to 64',
      ),
    },
    redirectUrls: read<readonly string[]>(
      'AUTH_REDIRECT_URLS',
      [],
      patternsOf,
      'addresses separated by commas, such as https://*.example.com/**',
    ),
    providers: read<readonly Provider[]>('AUTH_PROVIDERS', [], providersOf, providersMust),
  }
}

const signUpOf = (text: string) => (['off', 'on', 'unconfirmed'].includes(text) ? text : null)

function patternsOf(text: string): readonly string[] | null {
  const patterns = text.split(',').map((pattern) => pattern.trim())
  return patterns.every((pattern) => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(pattern)) ? patterns : null
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
