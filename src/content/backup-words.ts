import type { BackupFailure } from '#shared/contract/operations.ts'

/** Words that the desk, the email to the team and the alert in `deploy/prometheus` share. */
export const backupWords = {
  late: 'No backup was written in the last two scheduled intervals.',
  mendLate: 'Check that the server was running, and see what its log says about backups.',
  failures: {
    full: { says: 'The disk is full.', mend: 'Free some space. The server will try again within the hour.' },
    place: {
      says: 'The backup destination refused the backup or cannot be reached.',
      mend: 'Check BACKUP_TO and its keys.',
    },
    rights: {
      says: 'The server lacks permission to read some tables.',
      mend: 'Set MIGRATION_URL to the database address of the tables’ owner.',
    },
    database: { says: 'The database connection was lost.', mend: 'The server will try again within the hour.' },
    other: { says: 'The server log shows the cause.', mend: 'The server will try again within the hour.' },
  } satisfies Record<BackupFailure, { says: string; mend: string }>,
} as const
