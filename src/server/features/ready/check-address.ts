import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { type CheckResult, good, mustFix, text, unknown } from './found.ts'
import type { CheckContext } from './types.ts'

export function checkAddress({ settings: { publicUrl } }: CheckContext): CheckResult {
  if (publicUrl === null) {
    return mustFix(
      'unset',
      'No public address is set, so links in emails work only on this machine.',
      'Set PUBLIC_URL to the address of the site, such as https://www.your-domain.com, and restart the server.',
    )
  }
  const { hostname, protocol } = new URL(publicUrl)
  if (!isPublicName(hostname)) {
    return mustFix(
      'no_name',
      text`${publicUrl} does not contain a public host name.`,
      'Get a domain, point it to this server, and set PUBLIC_URL to it.',
    )
  }
  if (protocol === 'https:') return good(text`Visitors reach the site at ${publicUrl}.`)
  return mustFix(
    'not_https',
    text`Connections to ${publicUrl} are not encrypted: anyone on the network path can read passwords and bookings.`,
    'Put Caddy, nginx or another reverse proxy with a certificate in front of this server, and change PUBLIC_URL to https.',
  )
}

/** All processes and servers that use one database share the encryption key, so they all return the same value. */
export const echoOf = ({ cipher }: Pick<CheckContext, 'cipher'>, nonce: string): string =>
  cipher.mac('ready echo', nonce)

/** Sends a request to the public address; only this server can respond to it correctly. */
export async function checkReach(look: CheckContext): Promise<CheckResult> {
  const { publicUrl: address } = look.settings
  if (address === null) return unknown('not_asked', 'This will be checked once PUBLIC_URL is set.')
  const nonce = randomBytes(16).toString('hex')
  try {
    const answer = await fetchPublic(look, `${address}/ready/v1/echo/${nonce}`, 'manual')
    const target = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && target) {
      return mustFix(
        'redirected',
        text`${address} redirects to ${target.slice(0, 200)}.`,
        'Set PUBLIC_URL to the address that visitors are redirected to.',
      )
    }
    if (answer.ok && answer.text === echoOf(look, nonce)) return good(text`${address} points to this server.`)
    return mustFix(
      'elsewhere',
      text`Something other than this server responds at ${address} (status ${answer.status}).`,
      'Check which server the host name points to, and which port the reverse proxy forwards to. The proxy must forward every path. If you run several servers, they need the same encryption key.',
    )
  } catch (error) {
    return reachFinding(address, causeOf(error))
  }
}

function reachFinding(address: string, cause: string): CheckResult {
  if (cause === 'ENOTFOUND') {
    return mustFix(
      'no_domain',
      text`The host name in ${address} does not exist.`,
      'Add a record for it (A or AAAA) with your DNS provider. A new record can take up to an hour to become visible.',
    )
  }
  if (cause === 'EAI_AGAIN') {
    return unknown(
      'unresolved',
      text`No name server could resolve ${address}.`,
      'Set a name server that this machine can reach (/etc/resolv.conf), and check again.',
    )
  }
  if (/CERT|TLS|SSL|SIGNATURE|CRL/.test(cause)) {
    return mustFix(
      'certificate',
      text`The certificate at ${address} is not trusted (${cause}).`,
      'Give the reverse proxy a valid certificate for this name, including the full chain.',
    )
  }
  return mustFix(
    'no_answer',
    text`Nothing responds at ${address} (${cause}).`,
    'Check that the reverse proxy is running and the firewall allows its port. Some networks cannot reach their own public address from inside: if the site opens on a phone without Wi-Fi, this is the reason.',
  )
}

/** A response from another server can be of any size. Our own pages are smaller than this limit. */
const mostBytes = 1_000_000

interface PublicResponse {
  ok: boolean
  status: number
  headers: Headers
  text: string
}

/** Requests one of our URLs the way a visitor's browser would. The operator sets the URL, so it is trusted. */
export async function fetchPublic(
  { signal }: Pick<CheckContext, 'signal'>,
  url: string,
  redirect: 'manual' | 'follow',
): Promise<PublicResponse> {
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

/** Names reserved by RFC 2606, 6761, 6762 and 9476; not reachable on the internet. */
const reserved = /(^|\.)(localhost|local|test|example|invalid|internal|alt|onion|home\.arpa|example\.(com|net|org))$/i

/** True if the name can be a public domain: it has a dot, and is neither an IP address nor reserved. */
export const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !reserved.test(name)
