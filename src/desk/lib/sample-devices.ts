import type { DeskResponses } from './sample-responses.ts'
import { hoursAgo, me, sampleId } from './samples.ts'

// The auth service's responses about fictional people.

const factor = (number: number, name: string, type: 'totp' | 'webauthn') => ({
  id: sampleId(700 + number),
  friendly_name: name,
  factor_type: type,
  status: 'verified' as const,
  created_at: hoursAgo(900 * number),
  updated_at: hoursAgo(900 * number),
})

export const user = (names: readonly string[], passkeys: readonly string[] = []) => ({
  id: me.id,
  email: me.email,
  factors: [
    ...names.map((name, index) => factor(index + 1, name, 'totp')),
    ...passkeys.map((name, index) => factor(index + 11, name, 'webauthn')),
  ],
})

/** A placeholder, because the server creates the real QR code. */
const qrCode = `data:image/svg+xml;utf-8,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9H0z"/><path d="M1 1h3v3H1zM5 1h3v3H5zM1 5h3v3H1zM5 5h1v1H5zM7 7h1v1H7z"/></svg>',
)}`

/** Responses for a user with an authenticator app and a passkey. */
export const devices: DeskResponses = {
  'auth/user': user(['Work phone'], ['Laptop']),
  'auth/passkeys': [{ id: sampleId(711), created_at: hoursAgo(900), last_used_at: hoursAgo(30) }],
  'auth/recovery-codes': { remaining: 7 },
  'auth/new-recovery-codes': {
    codes: Array.from({ length: 10 }, (_, index) => `k7mq${index}x2vh9c${index}`),
  },
  'auth/enrol': {
    id: sampleId(720),
    type: 'totp',
    totp: { qr_code: qrCode, secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: 'otpauth://totp/desk' },
  },
  'auth/challenge': { id: sampleId(721), type: 'totp', expires_at: 4_000_000_000 },
}
