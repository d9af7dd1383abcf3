import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat, unlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { UploadClient } from './bucket-client.ts'
import { draftIn, writeDraft } from './draft.ts'
import type { Place, PlaceMeans } from './types.ts'

/** Four parts are sent at once. A store allows ten thousand parts: 80 gigabytes. */
const partSize = 8 * 1024 * 1024

/**
 * A place in a bucket. The backup is written to a local file first: an upload may take hours, and the database keeps
 * every replaced row while the backup's transaction is open.
 */
export function bucketPlace(to: string, { access, draftFolder }: PlaceMeans): Place {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (!access) throw new BackupFault('For s3:// set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.')
  const options = { ...access, bucket }
  const client = new S3Client(options)
  const prefix = path.replace(/\/?$/, path ? '/' : '')
  const keyOf = (name: string) => `${prefix}${name}`
  const addressOf = (name: string) => `s3://${bucket}/${keyOf(name)}`

  async function upload(name: string, draft: string, signal?: AbortSignal): Promise<void> {
    const { size } = await stat(draft)
    const body = Readable.toWeb(createReadStream(draft, { signal })) as ReadableStream<Uint8Array>
    const uploading = new UploadClient(options)
    try {
      await uploading.putObject(keyOf(name), body as never, { size, partSize })
    } catch (error) {
      // Reports the cause of the failure, even if the store does not answer the abort either.
      await uploading.takeBack().catch(() => {})
      throw error
    }
  }

  return {
    address: addressOf,
    async keep(name, fill, signal) {
      await mkdir(draftFolder, { recursive: true })
      const draft = draftIn(draftFolder, name)
      const done = await writeDraft(draft, fill)
      try {
        await upload(name, draft, signal)
      } finally {
        await unlink(draft)
      }
      return done
    },
    async names() {
      const names: string[] = []
      for await (const { key } of client.listObjects({ prefix })) {
        const name = key.slice(prefix.length)
        if (!name.includes('/')) names.push(name)
      }
      return names
    },
    remove: (name) => client.deleteObject(keyOf(name)),
    async fetch(name, use) {
      await mkdir(draftFolder, { recursive: true })
      const draft = draftIn(draftFolder, name)
      try {
        const { body } = await client.getObject(keyOf(name))
        if (!body) throw new BackupFault(`${addressOf(name)} is empty.`)
        await pipeline(Readable.fromWeb(body as never), createWriteStream(draft, { mode: 0o600 }))
        return await use(draft)
      } finally {
        await unlink(draft).catch(() => {})
      }
    },
  }
}
