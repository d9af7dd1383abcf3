import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Every authenticator app supports these values. Many apps ignore other values and then show wrong codes. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Creates a 160-bit secret in base32, as RFC 4226 recommends, and the URI that apps read. */
export function newTotp({ issuer, account }: { issuer: string; account: string }): {
  secret: string
  uri: string
} {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...parameters, issuer: inLabel(issuer), label: inLabel(account), secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** Apps split the label at a colon into issuer and account, so neither may contain a colon. */
const inLabel = (name: string) => name.replaceAll(':', ' ')

/**
 * Returns the time step of this code, at most one step early or late; null if no step matches. `after` is the last
 * accepted step. The last accepted step and all older steps are refused, as RFC 6238 section 5.2 requires.
 */
export function totpStep(secret: string, code: string, now: number, after: number | null = null): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  if (delta === null) return null
  const step = totp.counter({ timestamp: now }) + delta
  return after !== null && step <= after ? null : step
}

/**
 * Raw SVG with a white background and a quiet zone of four modules, as ISO/IEC 18004 requires, so that cameras can read
 * the code on a dark page. Colors are names, because the client appends the text unencoded to
 * `data:image/svg+xml;utf-8,`, and a `#` would end the URL.
 */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' })
}
