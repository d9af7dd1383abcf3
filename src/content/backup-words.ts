import type { BackupFailure } from '#shared/contract/operations.ts'

/** What the desk, the letter to the team and the alert of `deploy/prometheus` say of backups, in the same words. */
export const backupWords = {
  late: 'No backup was written for twice as long as it is set.',
  mendLate: 'See whether the server ran meanwhile, and what its log says of backups.',
  failures: {
    full: { says: 'The disk is full.', mend: 'Free some of it; it is tried again within the hour.' },
    place: {
      says: 'The place for backups refused it, or cannot be reached.',
      mend: 'Look at BACKUP_TO and its keys.',
    },
    rights: {
      says: 'The server may not read all tables.',
      mend: 'Set MIGRATION_URL to the owner of the tables.',
    },
    database: { says: 'The database went away meanwhile.', mend: 'It is tried again within the hour.' },
    other: { says: 'The log of the server says why.', mend: 'It is tried again within the hour.' },
  } satisfies Record<BackupFailure, { says: string; mend: string }>,
} as const
