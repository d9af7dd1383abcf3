import { createPublicKey } from 'node:crypto'
import type { Config } from '#server/app/config/config.ts'
import { mailStatusOf } from '#server/features/letter-desk/service.ts'
import type { ReadySettings } from '#server/features/ready/service.ts'
import { readSender } from '#server/lib/mail/letter.ts'

/** What the page 'Ready for the public' judges of the settings: never a password or a private key. */
export function readySettings(config: Config): ReadySettings {
  const { publicUrl, trustProxy, mailFrom, dkim, nameServers } = config
  const { webhookPrivateAddresses, calendarPrivateAddresses } = config
  return {
    publicUrl,
    trustProxy,
    mailServer: mailStatusOf(config).server,
    sender: readSender(mailFrom)?.address ?? mailFrom,
    dkim: dkim && {
      domain: dkim.domain,
      selector: dkim.selector,
      publicKey: createPublicKey(dkim.privateKey).export({ type: 'spki', format: 'der' }).toString('base64'),
    },
    isKeyBesideData: config.encryptionKey === null && config.databaseUrl === null,
    webhookPrivateAddresses,
    calendarPrivateAddresses,
    nameServers,
  }
}
