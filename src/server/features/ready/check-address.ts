import { randomBytes } from 'node:crypto'
import { causeOf, lookAway } from './look-away.ts'
import { isPublicName } from './public-name.ts'
import type { Found, Look } from './types.ts'

export function checkAddress({ settings: { publicUrl } }: Look): Found<'address'> {
  if (publicUrl === null) return ['unset']
  const { hostname, protocol } = new URL(publicUrl)
  if (!isPublicName(hostname)) return ['no_name', { address: publicUrl }]
  return protocol === 'https:' ? ['good', { address: publicUrl }] : ['not_https', { address: publicUrl }]
}

/** Whoever has the encryption key gives the same answer: any process, and any server that shares the database. */
export const echoOf = ({ box }: Pick<Look, 'box'>, nonce: string): string => box.mac('ready echo', nonce)

/** Asks at the public address, as a visitor would, for something that only this server knows to answer. */
export async function checkReach(look: Look): Promise<Found<'reach'>> {
  const { publicUrl } = look.settings
  if (publicUrl === null) return ['not_asked']
  const nonce = randomBytes(16).toString('hex')
  const facts = { address: publicUrl }
  try {
    const answer = await lookAway(look, `${publicUrl}/ready/v1/echo/${nonce}`, 'manual')
    const target = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && target) {
      return ['redirected', { ...facts, target: target.slice(0, 200) }]
    }
    return answer.ok && answer.text === echoOf(look, nonce)
      ? ['good', facts]
      : ['elsewhere', { ...facts, status: answer.status }]
  } catch (error) {
    const cause = causeOf(error)
    return [faultOf(cause), { ...facts, cause }]
  }
}

function faultOf(cause: string): 'no_domain' | 'unresolved' | 'certificate' | 'no_answer' {
  if (cause === 'ENOTFOUND') return 'no_domain'
  if (cause === 'EAI_AGAIN') return 'unresolved'
  return /CERT|TLS|SSL|SIGNATURE|CRL/.test(cause) ? 'certificate' : 'no_answer'
}
