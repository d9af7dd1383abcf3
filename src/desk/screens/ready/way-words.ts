import { only, type WordsFor } from './finding-words.ts'

/** How visitors and the team reach this server. */
export const wayWords: WordsFor<'address' | 'reach' | 'proxy'> = {
  address: {
    title: 'Address',
    findings: {
      good: (fact) => ({ says: `People reach you at ${fact('address')}.` }),
      unset: only(
        'No public address is set, so links in letters lead to this machine alone.',
        'Set PUBLIC_URL to the address of the site, such as https://www.your-domain.com, and start the server anew.',
      ),
      no_name: (fact) => ({
        says: `${fact('address')} is no name that people outside have.`,
        mend: 'Get a domain, let it lead to this server, and set PUBLIC_URL to it.',
      }),
      not_https: (fact) => ({
        says: `${fact('address')} is not encrypted: passwords and bookings can be read on the way.`,
        mend: 'Put a proxy with a certificate before this server, such as Caddy or nginx, and begin PUBLIC_URL with https.',
      }),
    },
  },
  reach: {
    title: 'Reached from outside',
    findings: {
      good: (fact) => ({ says: `${fact('address')} leads to this server.` }),
      not_asked: only('This is looked at as soon as PUBLIC_URL is set.'),
      no_domain: (fact) => ({
        says: `The name in ${fact('address')} leads nowhere.`,
        mend: 'Add a record for it (A or AAAA) at whoever keeps your domain. A new one takes up to an hour to be seen.',
      }),
      unresolved: (fact) => ({
        says: `No name server said where ${fact('address')} leads.`,
        mend: 'Give this machine a name server that it reaches (/etc/resolv.conf), and look again.',
      }),
      no_answer: (fact) => ({
        says: `Nothing answers at ${fact('address')} (${fact('cause')}).`,
        mend: 'See that the proxy runs and the firewall lets its port in. Some networks hide their own public address from inside: if the site opens on a telephone without Wi-Fi, it is that.',
      }),
      certificate: (fact) => ({
        says: `There is no encryption to be trusted at ${fact('address')} (${fact('cause')}).`,
        mend: 'Let the proxy speak TLS there, by a certificate that is not too old, with its whole chain and for this very name.',
      }),
      redirected: (fact) => ({
        says: `${fact('address')} sends people on to ${fact('target')}.`,
        mend: 'Set PUBLIC_URL to the address at which people end up.',
      }),
      elsewhere: (fact) => ({
        says: `Something else than this server answers at ${fact('address')} (status ${fact('status')}).`,
        mend: 'See where the name leads, and to which port the proxy hands on. Its rules must hand on every path. Several servers need the same encryption key.',
      }),
    },
  },
  proxy: {
    title: 'The proxy before it',
    findings: {
      direct: only('Browsers reach this server without a proxy.'),
      good: (fact) => ({
        says: `The proxy says who asks, and is believed: you come from ${fact('client')}.`,
      }),
      not_seen: (fact) => ({
        says: 'This request did not come by the public address, so it shows nothing of a proxy.',
        ...(fact('address') && { mend: `Open the desk at ${fact('address')}/desk/ready.` }),
      }),
      not_trusted: (fact) => ({
        says: 'A proxy is in front and its word is not taken: all visitors look like one, and share one limit.',
        mend: `Set TRUST_PROXY to its address, ${fact('peer')}, and start the server anew.`,
      }),
      other: (fact) => ({
        says: `The proxy in front, ${fact('peer')}, is not among those of TRUST_PROXY.`,
        mend: `Add ${fact('peer')} to TRUST_PROXY, and start the server anew.`,
      }),
      silent: (fact) => ({
        says: `${fact('peer')} does not say for whom it asks.`,
        mend: 'Let the proxy send X-Forwarded-For. If there is none, take away TRUST_PROXY: whoever connects could else claim any address.',
      }),
      inner: (fact) => ({
        says: `You seem to come from ${fact('client')}, an address of an inner network.`,
        mend: 'If you sit in that network, all is well. Else a second proxy is in front: add that address to TRUST_PROXY.',
      }),
    },
  },
}
