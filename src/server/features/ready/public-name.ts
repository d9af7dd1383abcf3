import { isIP } from 'node:net'

/** Names that RFC 2606, 6761, 6762 and 9476 keep for other uses: nobody outside reaches them. */
const reserved =
  /(^|\.)(localhost|local|test|example|invalid|internal|alt|onion|home\.arpa|example\.(com|net|org))$/i

/** Whether people outside can have this name for a site or a mailbox: one with a dot that is nobody's by definition. */
export const isPublicName = (name: string): boolean =>
  name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !reserved.test(name)
