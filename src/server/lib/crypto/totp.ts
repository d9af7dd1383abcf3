import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** Every authenticator app supports these values; many ignore others and then show wrong codes. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** A secret of 160 bits, as RFC 4226 recommends, in base32, and the address from which an app reads it. */
export function newTotp({ issuer, account }: { issuer: string; account: string }): {
  secret: string
  uri: string
} {
  const secret = new Secret({ size: 20 })
  const totp = new TOTP({ ...parameters, issuer: inLabel(issuer), label: inLabel(account), secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** Apps split issuer and account at a colon, so neither may contain one. */
const inLabel = (name: string) => name.replaceAll(':', ' ')

/**
 * The time step whose code this is, one step early or late allowed; null when none. `after`: the last step already
 * accepted; equal or older steps are refused, as RFC 6238 5.2 demands.
 */
export function totpStep(
  secret: string,
  code: string,
  now: number,
  after: number | null = null,
): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  if (delta === null) return null
  const step = totp.counter({ timestamp: now }) + delta
  return after !== null && step <= after ? null : step
}

/**
 * Raw SVG with a white background and a quiet zone of four modules, as ISO/IEC 18004 demands, so that a camera reads it
 * on a dark page too. Colours are names: the client appends the text to `data:image/svg+xml;utf-8,` as it is, where a
 * `#` would end it.
 */
export function qrCodeSvg(text: string): string {
  return renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4, whiteColor: 'white', blackColor: 'black' })
}
