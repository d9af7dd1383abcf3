import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { S3Client } from '@bradenmacdonald/s3-lite-client'
import { BackupFault } from '#server/lib/db/backup/backup-archive.ts'
import { flushFolder } from '#server/lib/flush-folder.ts'

/** Keys for an S3-compatible object store, from the usual AWS variables. */
export interface BucketAccess {
  endPoint: string
  region: string
  accessKey: string
  secretKey: string
}

export interface BackupDestination {
  address(name: string): string
  /** Stores the output of `fill` either completely or not at all. `signal` can abort slow steps that follow `fill`. */
  keep<T>(name: string, fill: (sink: Writable) => Promise<T>, signal?: AbortSignal): Promise<T>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Provides the backup as a local file until `use` returns. */
  fetch<T>(name: string, use: (path: string) => Promise<T>): Promise<T>
}

interface DestinationOptions {
  /** The keys for an object store; null if none are set. */
  access: BucketAccess | null
  draftFolder: string
}

export function openDestination(to: string, means: DestinationOptions): BackupDestination {
  return to.startsWith('s3://') ? bucketDestination(to, means) : folderDestination(to)
}

/** Splits a backup's path or URL into the destination and the backup's name. */
export function splitAddress(address: string): { to: string; name: string } {
  const at = address.lastIndexOf('/')
  if (at < 0) return { to: '.', name: address }
  return { to: address.slice(0, at) || '/', name: address.slice(at + 1) }
}

export function folderDestination(folder: string): BackupDestination {
  const pathOf = (name: string) => join(folder, name)
  return {
    address: pathOf,
    async keep(name, fill) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = draftPath(folder, name)
      const done = await writeDraft(draft, fill)
      try {
        // Unlike a rename, a link does not replace an existing file that has this name.
        await link(draft, pathOf(name)).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? new BackupFault(`${pathOf(name)} already exists.`) : error
        })
      } finally {
        await unlink(draft)
      }
      await flushFolder(folder)
      return done
    },
    names: () => readdir(folder),
    remove: (name) => unlink(pathOf(name)),
    fetch: (name, use) => use(pathOf(name)),
  }
}

/**
 * The size of one part in bytes. An upload sends four parts at a time. A store allows ten thousand parts, which limits
 * an upload to 80 gigabytes.
 */
const partSize = 8 * 1024 * 1024

/**
 * A backup destination in a bucket. The backup is written to a local file first, because an upload may take hours and
 * the database keeps every replaced row while the backup's transaction is open.
 */
export function bucketDestination(to: string, { access, draftFolder }: DestinationOptions): BackupDestination {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(to) ?? []
  if (!access)
    throw new BackupFault('An s3:// address requires AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION.')
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
      // Reports the cause of the failure even if the store also fails to respond to the abort.
      await uploading.takeBack().catch(() => {})
      throw error
    }
  }

  return {
    address: addressOf,
    async keep(name, fill, signal) {
      await mkdir(draftFolder, { recursive: true })
      const draft = draftPath(draftFolder, name)
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
      const draft = draftPath(draftFolder, name)
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

type StoreRequest = Parameters<S3Client['makeRequest']>[0]

/**
 * A client that makes one upload and can abort it. A store keeps the parts of an unfinished upload and charges for
 * them. The library does not abort uploads or expose their ids.
 */
class UploadClient extends S3Client {
  #begun: Pick<StoreRequest, 'objectName' | 'query'> | null = null
  readonly #underWay = new Set<Promise<unknown>>()

  override async makeRequest(request: StoreRequest): Promise<Response> {
    const { method, objectName, query } = request
    if (method === 'PUT' && typeof query === 'object' && query.uploadId !== undefined) {
      this.#begun = { objectName, query: { uploadId: query.uploadId } }
    }
    const answer = super.makeRequest(request)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  /**
   * Aborts a multipart upload. Aborts the upload again once pending parts have arrived, because the store may have kept
   * these parts.
   */
  async takeBack(): Promise<void> {
    if (!this.#begun) return
    const pendingParts = [...this.#underWay]
    await this.#abort(this.#begun)
    if (pendingParts.length === 0) return
    await Promise.allSettled(pendingParts)
    await this.#abort(this.#begun)
  }

  async #abort(upload: Pick<StoreRequest, 'objectName' | 'query'>): Promise<void> {
    await super.makeRequest({ ...upload, method: 'DELETE', statusCode: 204 }).catch((error: unknown) => {
      // The upload no longer exists.
      if ((error as { statusCode?: number }).statusCode !== 404) throw error
    })
  }
}

const draftName = /^\.backline-.*\.part$/
const dayMilliseconds = 86_400_000

/** The path of a backup file while the server writes it. */
export const draftPath = (folder: string, name: string): string => join(folder, `.backline-${process.pid}-${name}.part`)

/** Fills a new file and flushes it to the disk. On failure, the file is removed. */
export async function writeDraft<T>(path: string, fill: (sink: Writable) => Promise<T>): Promise<T> {
  await removeOldDrafts(dirname(path))
  // The file is opened first, so that a folder that cannot be written to causes an error here. A stream would emit the
  // error before anything listens.
  const file = await open(path, 'wx', 0o600)
  // `flush` syncs the file before it is closed.
  const sink = file.createWriteStream({ flush: true })
  const closed = new Promise<void>((resolve) => sink.once('close', () => resolve()))
  try {
    return await fill(sink)
  } catch (error) {
    sink.destroy()
    await closed
    await unlink(path).catch(() => {})
    throw error
  }
}

/** Removes the draft files of processes that were killed. A recent draft may belong to a running backup. */
async function removeOldDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!draftName.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > dayMilliseconds) await unlink(path).catch(() => {})
  }
}
