/** A `mailto:` link with a subject. It escapes characters that have a meaning in URLs. */
export const letterTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** The dialable digits of a typed number; null if there are none. */
export function dialOf(phone: string): string | null {
  const [number = ''] = phone.split(/ext|x|;|,|\//i)
  const digits = number.replace(/\D/g, '')
  return digits.length < 3 ? null : `tel:${/^\D*\+/.test(number) ? '+' : ''}${digits}`
}
