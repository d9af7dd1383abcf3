import { array, minLength, object, optional, pipe, regex, safeParse, string, url } from 'valibot'
import { type AuthSettings, defaultAuthSettings, type Provider } from '#server/lib/auth/settings.ts'
import { signingAlgorithms } from '#shared/contract/auth.ts'
import { characterKinds, isCharacterKind, type PasswordRule } from '#shared/contract/password.ts'
import { onOrOff, type Read, switchOf, wholeNumber } from './environment.ts'

const fallback = defaultAuthSettings

/** Stands for "never": no session lasts so long. */
const never = Number.POSITIVE_INFINITY

/** What can be set about signing in, and the fault of settings that exclude each other. */
export function readAuthSettings(read: Read): { settings: AuthSettings; fault: string | null } {
  const isOn = (name: string, otherwise: boolean) => read(name, otherwise, switchOf, onOrOff)
  const number = (name: string, otherwise: number, least: number, most: number) =>
    read(name, otherwise, wholeNumber(least, most), `a whole number from ${least} to ${most}`)
  const hours = (name: string, otherwise: number | null) => {
    const parse = (text: string) => (text === 'off' ? never : wholeNumber(1, 87_600)(text))
    const chosen = read(name, otherwise ?? never, parse, 'a whole number of hours from 1 to 87600, or off')
    return chosen === never ? null : chosen
  }
  const settings: AuthSettings = {
    algorithm: read('JWT_ALGORITHM', fallback.algorithm, algorithmOf, 'ES256, RS256 or HS256'),
    secretKey: read<string | null>(
      'SECRET_KEY',
      null,
      (text) => (/^sb_secret_[\w-]{32,500}$/.test(text) ? text : null),
      'sb_secret_ and at least 32 letters, digits, hyphens or underscores, as `echo sb_secret_$(openssl rand -hex 32)` makes them',
    ),
    // The client refreshes when less than ninety seconds remain, so a shorter life would have it refresh for ever.
    tokenSeconds: number('AUTH_TOKEN_SECONDS', fallback.tokenSeconds, 120, 86_400),
    reuseSeconds: number('AUTH_REUSE_SECONDS', fallback.reuseSeconds, 0, 60),
    sessionHours: hours('AUTH_SESSION_HOURS', fallback.sessionHours),
    idleHours: hours('AUTH_IDLE_HOURS', fallback.idleHours),
    signUp: isOn('AUTH_SIGN_UP', fallback.signUp),
    autoconfirm: isOn('AUTH_AUTOCONFIRM', fallback.autoconfirm),
    manualLinking: isOn('AUTH_MANUAL_LINKING', fallback.manualLinking),
    secureEmailChange: isOn('AUTH_SECURE_EMAIL_CHANGE', fallback.secureEmailChange),
    reauthentication: isOn('AUTH_REAUTHENTICATION', fallback.reauthentication),
    requireCurrentPassword: isOn('AUTH_REQUIRE_CURRENT_PASSWORD', fallback.requireCurrentPassword),
    passwordRule: {
      characters: number('AUTH_PASSWORD_MIN_LENGTH', fallback.passwordRule.characters, 6, 64),
      kinds: read<PasswordRule['kinds']>(
        'AUTH_PASSWORD_REQUIRED_CHARACTERS',
        fallback.passwordRule.kinds,
        kindsOf,
        `some of ${characterKinds.join(', ')}, separated by commas`,
      ),
    },
    codeDigits: number('AUTH_CODE_DIGITS', fallback.codeDigits, 6, 10),
    codeSeconds: number('AUTH_CODE_SECONDS', fallback.codeSeconds, 60, 3600),
    inviteHours: number('AUTH_INVITE_HOURS', fallback.inviteHours, 1, 720),
    mailsPerHour: number('AUTH_MAILS_PER_HOUR', fallback.mailsPerHour, 1, 100_000),
    mailsPerClient: number('AUTH_MAILS_PER_CLIENT', fallback.mailsPerClient, 1, 100_000),
    mailEverySeconds: number('AUTH_MAIL_EVERY_SECONDS', fallback.mailEverySeconds, 1, 3600),
    redirectUrls: read<readonly string[]>(
      'AUTH_REDIRECT_URLS',
      [],
      patternsOf,
      'addresses separated by commas, such as https://*.example.com/**',
    ),
    providers: read<readonly Provider[]>('AUTH_PROVIDERS', [], providersOf, providersMust),
  }
  return { settings, fault: idleFault(settings) }
}

/** A token is not asked whether its session idles, so it may not outlast the idling. */
function idleFault({ idleHours, tokenSeconds }: AuthSettings): string | null {
  if (idleHours === null || idleHours * 3600 >= tokenSeconds) return null
  return 'AUTH_IDLE_HOURS must not be shorter than AUTH_TOKEN_SECONDS.'
}

const algorithmOf = (text: string) => signingAlgorithms.find((algorithm) => algorithm === text) ?? null

function kindsOf(text: string): PasswordRule['kinds'] | null {
  const kinds = text.split(',').map((kind) => kind.trim())
  return kinds.every(isCharacterKind) ? [...new Set(kinds)] : null
}

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
