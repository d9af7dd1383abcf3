/** A letter to the address, with a subject. Addresses may hold characters that mean something in a link. */
export const letterTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** What a phone can dial of a number as it was typed; null when that is nothing. */
export function dialOf(phone: string): string | null {
  const [number = ''] = phone.split(/ext|x|;|,|\//i)
  const digits = number.replace(/\D/g, '')
  return digits.length < 3 ? null : `tel:${/^\D*\+/.test(number) ? '+' : ''}${digits}`
}
