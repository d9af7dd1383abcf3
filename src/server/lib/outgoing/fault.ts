import type { OutgoingFault } from '#shared/contract/webhooks.ts'
import { PrivateAddress } from './public-address.ts'

const faults: Readonly<Record<string, OutgoingFault>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ENODATA: 'name-not-found',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ETIMEDOUT: 'too-slow',
}

/** OpenSSL's and Node's codes for an invalid certificate, and for a server without TLS. */
const certificate = /CERT|_TLS_|SSL|SIGNATURE|ISSUER|^EPROTO$/

export function faultOf(error: Error): OutgoingFault {
  if (error instanceof PrivateAddress) return 'private-address'
  const { code = '', errors = [] } = error as Error & { code?: string; errors?: Error[] }
  // Several addresses were tried, and each failed: the first error is the reason.
  if (errors[0] && !faults[code]) return faultOf(errors[0])
  return faults[code] ?? (certificate.test(code) ? 'certificate' : 'broken-off')
}
