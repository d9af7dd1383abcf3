import { placeAt, startBackups, watchBackups } from '#server/features/backups/service.ts'
import { readMasterKey } from '#server/lib/crypto/master-key.ts'
import { openOwnerWithin } from '#server/lib/db/owner-session.ts'
import type { Repeated } from '#server/lib/repeat.ts'
import { placeOf } from './config.ts'
import type { WorkingGround } from './ground.ts'

/** The jobs that write backups and watch that they are written, where a place is set for them. */
export function scheduleBackups({ config, log, database }: WorkingGround): Repeated[] {
  const { to, everyHours, keep, passphrase, access } = config.backup
  if (to === null) return []
  const options = { ...placeOf(config), owner: `a backup of process ${process.pid}`, log: () => {} }
  const schedule = {
    database,
    log,
    openOwner: () => openOwnerWithin(options),
    place: placeAt(to, { access, draftFolder: config.dataDir }),
    everyHours,
    keep,
    async means() {
      const { encryptionKey: configured, dataDir } = config
      const found = await readMasterKey({ configured, dataDir, mayMake: false })
      return { key: found?.key ?? null, passphrase }
    },
  }
  return [startBackups(schedule), watchBackups(schedule)]
}
