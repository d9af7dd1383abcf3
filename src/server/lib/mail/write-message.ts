import { createTransport, type DKIMOptions, type SendMailOptions } from 'nodemailer'

/** The key that signs letters for a domain (RFC 6376). */
export interface Dkim {
  domain: string
  selector: string
  /** PEM. */
  privateKey: string
}

/** Serialises messages as they are sent, signed where there is a key. */
export function messageWriter(dkim: Dkim | null): (message: SendMailOptions) => Promise<Buffer> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const signing: { dkim?: DKIMOptions } = dkim
    ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }
    : {}
  return async (message) => {
    const { message: bytes } = await transport.sendMail({ ...message, ...signing })
    if (!Buffer.isBuffer(bytes)) throw new TypeError('no bytes came')
    return bytes
  }
}
