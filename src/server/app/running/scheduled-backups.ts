import { type Config, placeOf } from '#server/app/config/config.ts'
import { backupSchedule } from '#server/app/config/config-backup.ts'
import { placeAt, startBackups, watchBackups } from '#server/features/backups/service.ts'
import { readMasterKey } from '#server/lib/crypto/master-key.ts'
import { DatabaseSetupError } from '#server/lib/db/database.ts'
import { openOwnerWithin } from '#server/lib/db/owner-session.ts'
import type { Repeated } from '#server/lib/repeat.ts'
import type { Runtime } from './runtime.ts'

/** Refuses a start that could write no backup, because the user that serves requests may not read the tables. */
export async function requireBackupRights({ config }: Pick<Runtime, 'config'>): Promise<void> {
  if (config.backup.to === null) return
  try {
    const session = await openOwnerWithin(optionsOf(config))
    await session.close()
  } catch (error) {
    if (!(error instanceof DatabaseSetupError)) throw error
    throw new DatabaseSetupError(`BACKUP_TO asks for backups that nobody may write. ${error.message}`)
  }
}

const optionsOf = (config: Config) => ({
  ...placeOf(config),
  owner: `a backup of process ${process.pid}`,
  log: () => {},
})

/** The jobs that write backups and watch that they are written, where a place is set for them. */
export function scheduleBackups({ config, log, database }: Runtime): Repeated[] {
  const { to, passphrase, access } = config.backup
  if (to === null) return []
  const schedule = {
    database,
    log,
    openOwner: () => openOwnerWithin(optionsOf(config)),
    place: placeAt(to, { access, draftFolder: config.dataDir }),
    ...backupSchedule,
    async means() {
      const { encryptionKey: configured, dataDir } = config
      const found = await readMasterKey({ configured, dataDir, mayMake: false })
      return { key: found?.key ?? null, passphrase }
    },
  }
  return [startBackups(schedule), watchBackups(schedule)]
}
