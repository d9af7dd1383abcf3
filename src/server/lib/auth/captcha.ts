import type { AuthContext } from './context.ts'
import { AuthRefusal } from './refusal.ts'

const addresses = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const

/** Milliseconds that a person waits for the captcha service's answer. */
const patienceMilliseconds = 5000

type Tools = Pick<AuthContext, 'settings' | 'keys' | 'log'>

/**
 * Throws unless the person has shown to the configured service that they are one, or holds a token of the service role.
 * When that service does not answer, nobody has shown anything.
 */
export async function requireCaptcha(
  { settings, keys, log }: Tools,
  body: unknown,
  authorization?: string,
): Promise<void> {
  const { captcha } = settings
  if (!captcha || (await isAdmin(keys, authorization))) return
  const response = tokenIn(body)
  if (!response) throw failed('no captcha response (captcha_token) found in request')
  const form = new URLSearchParams({ secret: captcha.secret, response })
  let faults: unknown
  try {
    const answer = await fetch(captcha.verifyUrl ?? addresses[captcha.provider], {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMilliseconds),
    })
    const said = (await answer.json()) as { success?: unknown; 'error-codes'?: unknown } | null
    if (answer.ok && said?.success === true) return
    faults = said?.['error-codes']
  } catch (error) {
    // Only the name of the error is logged: its message may quote the request, which holds our secret.
    faults = error instanceof Error ? error.name : 'unknown'
    log.warn({ fault: faults }, 'the captcha service did not answer')
  }
  throw failed(isSecretRefused(faults) ? 'the captcha service refuses us' : 'please try again')
}

const failed = (why: string) =>
  new AuthRefusal('captcha_failed', `captcha protection: request disallowed (${why})`)

const isSecretRefused = (faults: unknown) =>
  Array.isArray(faults) && faults.some((fault) => typeof fault === 'string' && fault.includes('-secret'))

function tokenIn(body: unknown): string | null {
  const meta = (body as { gotrue_meta_security?: unknown } | null)?.gotrue_meta_security
  const token = (meta as { captcha_token?: unknown } | null | undefined)?.captcha_token
  return typeof token === 'string' && token.trim() !== '' ? token : null
}

async function isAdmin(keys: Tools['keys'], authorization: string | undefined): Promise<boolean> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return false
  const claims = await keys.verify(token).catch(() => null)
  return claims?.role === 'service_role' || claims?.role === 'supabase_admin'
}
