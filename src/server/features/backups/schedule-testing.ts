import { openOwnerSession } from '#server/lib/db/owner-session.ts'
import { createLog } from '#server/lib/log.ts'
import { openDestination } from './destination.ts'
import { type BackupSchedule, backUpWhenDue } from './schedule.ts'
import { filledDatabase, optionsFor } from './testing.ts'

export async function scheduledForTest(to: string, change: Partial<BackupSchedule> = {}) {
  const source = await filledDatabase('embedded')
  const lines: string[] = []
  const schedule: BackupSchedule = {
    database: source.database,
    log: createLog({ write: (line) => void lines.push(line) }),
    openOwner: () => openOwnerSession(optionsFor(source)),
    place: openDestination(to, { access: null, draftFolder: to }),
    everyHours: 24,
    keep: 2,
    means: async () => ({ key: source.key, passphrase: null }),
    ...change,
  }
  const later = (hours: number) =>
    source.asOwner("update private.backups set created_at = created_at - $1 * interval '1 hour'", [hours])
  const facts = async () => (await source.asOwner('select * from private.backup_facts()'))[0]
  return { source, lines, schedule, look: () => backUpWhenDue(schedule), later, facts }
}
