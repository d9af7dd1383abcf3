import type { Config } from '#server/app/config/config.ts'
import type { PracticeSettings } from '#server/features/documents/service.ts'

/** Days for which single interactions are kept where no owner has set another number; their daily counts stay. */
export const interactionDays = 395

const hostOf = (address: string | null) => (address === null ? null : new URL(address).hostname)

/** The settings that the privacy notice mentions. `projectUrl`: the Supabase project that stores all of an export. */
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

/** The server of an object store; null for a folder. */
const storeOf = ({ to, access }: Config['backup']) =>
  to?.startsWith('s3://') && access ? hostOf(access.endPoint) : null
