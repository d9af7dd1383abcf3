import { resolve } from 'node:path'
import type { BucketAccess } from '#server/features/backups/service.ts'
import type { Read } from './environment.ts'

/** A backup is written each day, and the last fourteen are kept. */
export const backupSchedule = { everyHours: 24, keep: 14 } as const

export interface BackupSettings {
  /** A folder, or `s3://bucket/prefix`; null disables automatic backups. */
  to: string | null
  /**
   * If set, backups are encrypted and include the encryption key; otherwise, they are unencrypted and omit the key.
   */
  passphrase: string | null
  /** The credentials for an object store; null if they are not set. */
  access: BucketAccess | null
}

/** Reads the backup settings, and reports contradictions between them. */
export function readBackups(read: Read): { settings: BackupSettings; fault: string | null } {
  const to = read<string | null>('BACKUP_TO', null, placeOf, 'a folder, or s3://bucket or s3://bucket/prefix')
  const access = readAccess(read)
  const settings: BackupSettings = {
    to,
    passphrase: read<string | null>(
      'BACKUP_PASSPHRASE',
      null,
      (text) => (text.length >= 12 ? text : null),
      'at least 12 characters long',
    ),
    access,
  }
  const isKeyless = to?.startsWith('s3://') === true && access === null
  return {
    settings,
    fault: isKeyless ? 'BACKUP_TO=s3://… needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.' : null,
  }
}

function placeOf(text: string): string | null {
  if (!/^[a-z0-9]+:\/\//i.test(text)) return resolve(text)
  return /^s3:\/\/[a-z0-9.-]{3,63}(\/[\w!.*'()/-]*)?$/.test(text) ? text : null
}

/** Tools for AWS and for other stores read variables with these names. */
function readAccess(read: Read): BucketAccess | null {
  const given = (name: string) => read<string | null>(name, null, (text) => text, 'text')
  const address = 'the http or https address of an object store'
  const url = (name: string) =>
    read<string | null>(name, null, (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : null), address)
  const accessKey = given('AWS_ACCESS_KEY_ID')
  const secretKey = given('AWS_SECRET_ACCESS_KEY')
  const region = given('AWS_REGION') ?? given('AWS_DEFAULT_REGION') ?? 'us-east-1'
  const endPoint = url('AWS_ENDPOINT_URL_S3') ?? url('AWS_ENDPOINT_URL') ?? `https://s3.${region}.amazonaws.com`
  if (!accessKey || !secretKey) return null
  return { endPoint, region, accessKey, secretKey }
}
