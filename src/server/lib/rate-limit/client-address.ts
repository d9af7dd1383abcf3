import { isIPv6 } from 'node:net'

/**
 * An address as limits count it. A client with an IPv6 address has a network of 64 bits, often more, and can use a new
 * address for each request; so the network counts. IPv4 in its IPv6 spelling is IPv4. A client that has left has no
 * address, whatever the types of sockets and requests say.
 */
export function clientAddress(ip: string | undefined): string {
  if (!ip) return ''
  if (!ip.includes(':') || !isIPv6(ip)) return ip
  // The URL parser knows every spelling and gives the one of RFC 5952; a zone is no part of it.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`)
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':'))) as [
    string[],
    string[],
  ]
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.')
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
