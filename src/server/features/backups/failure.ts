import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { DatabaseSetupError, isAway, isDatabaseError } from '#server/lib/db/database.ts'
import type { BackupFailure } from '#shared/contract/operations.ts'

export interface Failure {
  code: BackupFailure
  sentence: string
}

/** The cause of a failed backup: as a code for the desk, and as a sentence for the operator. */
export function failureOf(error: unknown, address: string): Failure {
  const { code, message } = error as Error & { code?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return { code: 'full', sentence: `The disk is full: no backup was left at ${address}.` }
  }
  if (error instanceof BackupFault) return { code: 'other', sentence: message }
  if (error instanceof DatabaseSetupError || code === '42501') return { code: 'rights', sentence: message }
  if (isAway(error) || isDatabaseError(error) || /^Connection terminated/.test(message)) {
    return { code: 'database', sentence: `The database did not give all of it: ${message}.` }
  }
  if (isOfPlace(error)) {
    return { code: 'place', sentence: `No backup can be kept at ${address}: ${code ?? message}.` }
  }
  return { code: 'other', sentence: `The backup failed: ${message}.` }
}

/** Whether the error comes from the file system, the network, or the response of an object store. */
function isOfPlace(error: unknown): boolean {
  const { syscall, name, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  return (
    syscall !== undefined ||
    name === 'S3Error' ||
    name === 'ServerError' ||
    (name === 'TypeError' && cause !== undefined)
  )
}
