import { isIP } from 'node:net'

/** Names that RFC 2606, 6761, 6762 and 9476 reserve, which are not reachable on the internet. */
const reserved =
  /(^|\.)(localhost|local|test|example|invalid|internal|alt|onion|home\.arpa|example\.(com|net|org))$/i

/** Whether the name can be a public site or mail domain: it has a dot, is no IP address, and is not reserved. */
export const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !reserved.test(name)
