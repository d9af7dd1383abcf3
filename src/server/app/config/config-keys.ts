import { decodeJwt } from 'jose'

/** The key that every page shows; null for one that opens more than what is open to everybody. */
export function publicKeyOf(text: string): string | null {
  if (!/^[\w.-]{8,500}$/.test(text) || /^sbp?_(?!publishable_)/.test(text)) return null
  return text.startsWith('eyJ') && roleOf(text) !== 'anon' ? null : text
}

function roleOf(token: string): unknown {
  try {
    return decodeJwt(token).role
  } catch {
    return null
  }
}
