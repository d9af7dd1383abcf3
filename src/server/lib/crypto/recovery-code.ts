import { randomInt } from 'node:crypto'

/** Crockford's base 32: five bits a character, none of which looks like another of them. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Codes such as `k7dm-2xqp-9fht`, of 60 bits each. */
export function newRecoveryCodes(count = 10): string[] {
  return Array.from({ length: count }, () => [group(), group(), group()].join('-'))
}

/** The form in which codes are compared: spaces, dashes, capitals and look-alike characters do not matter. */
export function normalisedRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
