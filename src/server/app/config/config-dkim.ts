import { createPrivateKey } from 'node:crypto'
import type { Dkim } from '#server/lib/mail/mailer.ts'
import type { Read } from './environment.ts'

/** The settings that letters are signed with, and the faults of those that do not fit together. */
export function readDkim(read: Read): { dkim: Dkim | null; fault: string | null } {
  const domain = read<string | null>('DKIM_DOMAIN', null, domainOf, 'a domain, such as example.com')
  const selector = read<string | null>('DKIM_SELECTOR', null, selectorOf, 'a name, such as backline')
  const privateKey = read<string | null>(
    'DKIM_PRIVATE_KEY',
    null,
    // Many hosting services keep only one line of a variable.
    (text) => keyOf(text.replaceAll('\\n', '\n')),
    'an RSA key of 1024 bits or more in PEM, its lines apart or joined by \\n',
  )
  if (domain && selector && privateKey) return { dkim: { domain, selector, privateKey }, fault: null }
  const isUnset = !domain && !selector && !privateKey
  const fault = 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY belong together.'
  return { dkim: null, fault: isUnset ? null : fault }
}

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
const isName = (text: string) => text.length <= 200 && text.split('.').every((part) => label.test(part))
const domainOf = (text: string) => (isName(text) && text.includes('.') ? text.toLowerCase() : null)
const selectorOf = (text: string) => (isName(text) ? text : null)

function keyOf(text: string): string | null {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(text)
    // RFC 8301: verifiers refuse shorter keys, and few verify anything but RSA.
    const isGood = asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 1024
    return isGood ? text : null
  } catch {
    return null
  }
}
