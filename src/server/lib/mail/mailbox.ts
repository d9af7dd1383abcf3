const gmail = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an address leads to, for counting: letters to `ann+1@` and `ann+2@` both reach Ann. Most services
 * take what follows a plus for a tag, Gmail ignores dots and has two domains, and none minds capitals. Two people who
 * count as one wait for each other now and then, so nothing is stored, found or written to by this.
 * `private.mailbox_of` does the same in the database.
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(address.trim().toLowerCase()) ?? []
  if (name === '' || domain === '') return address.trim().toLowerCase()
  const untagged = name.replace(/(?<=.)\+.*$/s, '')
  return gmail.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
