import type { MailboxError } from '#shared/contract/team-mailbox.ts'

/** Reasons the team's mailbox could not be read. An owner sees them in the desk. */
export const mailboxFaultWords: Readonly<Record<MailboxError, string>> = {
  'bad-address': 'Enter the host name of an IMAP server, such as imap.example.com, without a path or port.',
  'not-encrypted': 'The server offers no encryption on this port. Use port 993, or a port with STARTTLS.',
  'private-address': 'The host name points to a private network, which this server does not access.',
  'name-not-found': 'The host name was not found. Check its spelling.',
  refused: 'Nothing responds at this host name and port. Check both.',
  certificate:
    'The connection is not secure: the server has no valid certificate for this host name. Check the host name and port.',
  'too-slow': 'The server took too long to respond. Check the port, and try again.',
  'broken-off': 'The connection was lost. Try again.',
  'wrong-password': 'Wrong username or password. Some services require an app password, or IMAP to be turned on.',
  'no-imap': 'The server did not respond as an IMAP server with an inbox. Check the host name and port.',
  'key-lost': 'The key that encrypts the mailbox’s password is lost. Enter the password again.',
}
