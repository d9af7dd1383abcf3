import { type Fact, only, timeOf, type WordsFor } from './finding-words.ts'

const setSender =
  'Set MAIL_FROM to an address of a domain that you own, such as Backline <hello@your-domain.com>, and start the server anew.'

/** What a name server can answer instead of a record. */
const lookedUp = {
  no_domain: (fact: Fact) => ({
    says: `The domain ${fact('domain')} does not exist.`,
    mend: 'See how MAIL_FROM is spelled, and whether the domain is paid for.',
  }),
  timeout: (fact: Fact) => ({
    says: `The name server did not answer in time for ${fact('domain')}.`,
    mend: 'Look again in a minute. If it stays so, see which name servers this machine asks (/etc/resolv.conf), and whether port 53 is open to the outside.',
  }),
  unreachable: (fact: Fact) => ({
    says: `No name server can be reached, so nobody knows about ${fact('domain')}.`,
    mend: 'Give this machine a name server that it reaches (/etc/resolv.conf). Letters and webhooks need one too.',
  }),
  refused: (fact: Fact) => ({
    says: `The name server gave no answer about ${fact('domain')}: it refused, or failed itself.`,
    mend: 'Look again later. If it stays so, ask whoever keeps the records of the domain: they may be broken.',
  }),
}

const noSender = only('Letters come from an address that nobody outside can look up.', setSender)

/** Whether letters leave, arrive, and are believed. */
export const mailWords: WordsFor<'mail' | 'spf' | 'dkim' | 'dmarc'> = {
  mail: {
    title: 'Sent and read',
    findings: {
      good: (fact) => ({ says: `A letter arrived, as confirmed on ${timeOf(fact('at'))}.` }),
      folder: only(
        'No mail server is set: letters are laid into a folder, and nobody gets them.',
        'Set SMTP_URL to a mail server that takes your letters. docs/mail.md says how.',
      ),
      sender: (fact) => ({
        says: `Letters come from ${fact('sender')}, which is nobody’s address.`,
        mend: setSender,
      }),
      unproven: only(
        'Nobody has seen yet that a letter arrives.',
        'Have one sent to yourself below, and type in the code that stands in it.',
      ),
      changed: (fact) => ({
        says: `A letter arrived on ${timeOf(fact('at'))}, by another mail server or from another address than now.`,
        mend: 'Have one sent to yourself again.',
      }),
    },
  },
  spf: {
    title: 'SPF',
    findings: {
      ...lookedUp,
      good: (fact) => ({ says: `${fact('domain')} says who may send for it: ${fact('record')}` }),
      soft: (fact) => ({
        says: `${fact('domain')} says who may send for it, and asks for doubt about all others: ${fact('record')}`,
      }),
      no_sender: noSender,
      none: (fact) => ({
        says: `${fact('domain')} does not say which servers may send for it.`,
        mend: 'Add a TXT record to the domain, such as v=spf1 include:… ~all, with what your mail service names.',
      }),
      several: (fact) => ({
        says: `${fact('domain')} has ${fact('count')} SPF records, and two of them count as none.`,
        mend: 'Make one of them, which names all that may send.',
      }),
      open: (fact) => ({
        says: `The record of ${fact('domain')} shuts nobody out: ${fact('record')}`,
        mend: 'End it with ~all, and later with -all.',
      }),
    },
  },
  dkim: {
    title: 'DKIM',
    findings: {
      ...lookedUp,
      good: (fact) => ({ says: `The key at ${fact('name')} is the one that letters are signed with.` }),
      no_sender: noSender,
      unsigned: (fact) => ({
        says: `This server does not sign letters of ${fact('domain')}.`,
        mend: 'If your mail service signs them, all is well: the source of a letter that came says dkim=pass. Else set DKIM_DOMAIN and what belongs to it.',
      }),
      not_aligned: (fact) => ({
        says: `Letters of ${fact('domain')} are signed for ${fact('signer')}, which does not count.`,
        mend: 'Set DKIM_DOMAIN to the domain of MAIL_FROM, or to the one above it.',
      }),
      none: (fact) => ({
        says: `There is no key at ${fact('name')}, so nobody can check the signature.`,
        mend: 'Add the TXT record that docs/mail.md describes under DKIM.',
      }),
      other_key: (fact) => ({
        says: `The key at ${fact('name')} is another one: letters count as forged.`,
        mend: 'Publish the key that belongs to DKIM_PRIVATE_KEY or DKIM_KEY_FILE, or use the one that is published.',
      }),
      revoked: (fact) => ({
        says: `The key at ${fact('name')} is revoked: its record is empty.`,
        mend: 'Make a new key under another selector, and set DKIM_SELECTOR to it.',
      }),
    },
  },
  dmarc: {
    title: 'DMARC',
    findings: {
      ...lookedUp,
      good: (fact) => ({
        says: `${fact('domain')} asks mailboxes to refuse forged letters (${fact('policy')}).`,
      }),
      no_sender: noSender,
      watching: (fact) => ({
        says: `${fact('domain')} has forged letters told, and not refused (p=none).`,
        mend: 'Right to begin with. When its reports show that all your letters pass, go on to quarantine and reject.',
      }),
      none: (fact) => ({
        says: `${fact('domain')} does not say what becomes of forged letters, and large mailboxes ask for it.`,
        mend: `Add a TXT record to _dmarc.${fact('domain')}, to begin with v=DMARC1; p=none; rua=mailto: and a mailbox.`,
      }),
      several: (fact) => ({
        says: `${fact('domain')} has ${fact('count')} DMARC records, which count as none.`,
        mend: 'Leave one of them.',
      }),
    },
  },
}
