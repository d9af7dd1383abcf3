import type { OutgoingFault } from '#shared/contract/outgoing.ts'
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

/** What OpenSSL and Node say of a certificate that does not prove what it should, and of what is no TLS at all. */
const certificate = /CERT|_TLS_|SSL|SIGNATURE|ISSUER|^EPROTO$/

/** Why a request came to nothing. */
export function faultOf(error: Error): OutgoingFault {
  if (error instanceof PrivateAddress) return 'private-address'
  const { code = '', errors = [] } = error as Error & { code?: string; errors?: Error[] }
  // Several addresses were tried, and each failed: the first says why.
  if (errors[0] && !faults[code]) return faultOf(errors[0])
  return faults[code] ?? (certificate.test(code) ? 'certificate' : 'broken-off')
}
