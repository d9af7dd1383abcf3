import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { type Found, good, mend, text, unknown } from './found.ts'
import type { Look } from './types.ts'

export function checkAddress({ settings: { publicUrl } }: Look): Found {
  if (publicUrl === null) {
    return mend(
      'unset',
      'No public address is set, so links in letters lead to this machine alone.',
      'Set PUBLIC_URL to the address of the site, such as https://www.your-domain.com, and start the server anew.',
    )
  }
  const { hostname, protocol } = new URL(publicUrl)
  if (!isPublicName(hostname)) {
    return mend(
      'no_name',
      text`${publicUrl} is no name that people outside have.`,
      'Get a domain, let it lead to this server, and set PUBLIC_URL to it.',
    )
  }
  if (protocol === 'https:') return good(text`People reach you at ${publicUrl}.`)
  return mend(
    'not_https',
    text`${publicUrl} is not encrypted: passwords and bookings can be read on the way.`,
    'Put a proxy with a certificate before this server, such as Caddy or nginx, and begin PUBLIC_URL with https.',
  )
}

/** Any process, and any server on this database, has the encryption key and so gives the same answer. */
export const echoOf = ({ cipher }: Pick<Look, 'cipher'>, nonce: string): string =>
  cipher.mac('ready echo', nonce)

/** Requests something at the public address, as a visitor would, that only this server can answer. */
export async function checkReach(look: Look): Promise<Found> {
  const { publicUrl: address } = look.settings
  if (address === null) return unknown('not_asked', 'This is looked at as soon as PUBLIC_URL is set.')
  const nonce = randomBytes(16).toString('hex')
  try {
    const answer = await lookAway(look, `${address}/ready/v1/echo/${nonce}`, 'manual')
    const target = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && target) {
      return mend(
        'redirected',
        text`${address} sends people on to ${target.slice(0, 200)}.`,
        'Set PUBLIC_URL to the address at which people end up.',
      )
    }
    if (answer.ok && answer.text === echoOf(look, nonce)) return good(text`${address} leads to this server.`)
    return mend(
      'elsewhere',
      text`Something else than this server answers at ${address} (status ${answer.status}).`,
      'See where the name leads, and to which port the proxy hands on. Its rules must hand on every path. Several servers need the same encryption key.',
    )
  } catch (error) {
    return faultAt(address, causeOf(error))
  }
}

function faultAt(address: string, cause: string): Found {
  if (cause === 'ENOTFOUND') {
    return mend(
      'no_domain',
      text`The name in ${address} leads nowhere.`,
      'Add a record for it (A or AAAA) at whoever keeps your domain. A new one takes up to an hour to be seen.',
    )
  }
  if (cause === 'EAI_AGAIN') {
    return unknown(
      'unresolved',
      text`No name server said where ${address} leads.`,
      'Give this machine a name server that it reaches (/etc/resolv.conf), and look again.',
    )
  }
  if (/CERT|TLS|SSL|SIGNATURE|CRL/.test(cause)) {
    return mend(
      'certificate',
      text`There is no encryption to be trusted at ${address} (${cause}).`,
      'Let the proxy speak TLS there, by a certificate that is not too old, with its whole chain and for this very name.',
    )
  }
  return mend(
    'no_answer',
    text`Nothing answers at ${address} (${cause}).`,
    'See that the proxy runs and the firewall lets its port in. Some networks hide their own public address from inside: if the site opens on a telephone without Wi-Fi, it is that.',
  )
}

/** Our pages are smaller; a response of another server may have any size. */
const mostBytes = 1_000_000

interface Seen {
  ok: boolean
  status: number
  headers: Headers
  text: string
}

/** Requests one of our addresses as an outsider. Only the operator sets that address, so it needs no checks. */
export async function lookAway(
  { signal }: Pick<Look, 'signal'>,
  url: string,
  redirect: 'manual' | 'follow',
): Promise<Seen> {
  const { ok, status, headers, body } = await fetch(url, { redirect, signal })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) break
    chunks.push(chunk)
  }
  return { ok, status, headers, text: Buffer.concat(chunks).toString('utf8') }
}

/** Node's code for the cause of a failed request. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : 'no answer'
}

/** Names that RFC 2606, 6761, 6762 and 9476 reserve, which are not reachable on the internet. */
const reserved =
  /(^|\.)(localhost|local|test|example|invalid|internal|alt|onion|home\.arpa|example\.(com|net|org))$/i

/** Whether the name can be a public site or mail domain: it has a dot, is no IP address, and is not reserved. */
export const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !reserved.test(name)
