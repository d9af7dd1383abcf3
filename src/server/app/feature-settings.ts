import { createPublicKey } from 'node:crypto'
import type { Config } from '#server/app/config/config.ts'
import type { PracticeSettings } from '#server/features/documents/service.ts'
import { mailStatusOf } from '#server/features/letter-desk/service.ts'
import type { SiteValues } from '#server/features/pages/values.ts'
import type { ReadySettings } from '#server/features/ready/service.ts'
import { readSender } from '#server/lib/mail/mailer.ts'

/**
 * Interactions are stored for this many days by default; an owner can change the number. Daily counts are stored
 * longer.
 */
export const interactionDays = 395

const hostOf = (address: string | null) => (address === null ? null : new URL(address).hostname)

/** The settings that the privacy notice mentions. `projectUrl`: the Supabase project that stores an export's data. */
export function practiceOf(config: Config, projectUrl: string | null = null): PracticeSettings {
  const { backup, auth } = config
  return {
    project: hostOf(projectUrl),
    interactionDays,
    mailServer: hostOf(config.smtpUrl),
    hasMetrics: config.metricsToken !== null,
    backups: backup.to === null ? null : { store: storeOf(backup) },
    signInServices: auth.providers.map(({ issuer }) => new URL(issuer).hostname),
  }
}

/** The server of the object store; null if backups are written to a folder. */
const storeOf = ({ to, access }: Config['backup']) =>
  to?.startsWith('s3://') && access ? hostOf(access.endPoint) : null

/** Values that the pages of this installation show. `supabaseUrl`: the export's Supabase project. */
export const siteValues = (config: Config, publicUrl: string, supabaseUrl: string | null = null): SiteValues => ({
  publicUrl,
  publishableKey: config.publishableKey,
  supabaseUrl,
  // An export has no information about the sign-in services of its Supabase project.
  signInServices: supabaseUrl === null ? config.auth.providers.map(({ name }) => name) : [],
})

/** The settings that the launch checklist examines. These settings never include a password or a private key. */
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
