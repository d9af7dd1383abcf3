import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketDestination } from '#server/features/backups/destination.ts'
import { failureOf } from '#server/features/backups/schedule.ts'
import { folderForTest } from '#server/features/backups/testing.ts'

/** An S3 server that checks the access key but not the signature on a request. */
const store = mkdtempSync(join(tmpdir(), 'backline-store-'))
const s3 = new S3rver({
  silent: true,
  directory: store,
  configureBuckets: [{ name: 'backups', configs: [] }],
})
const answer = s3.getMiddleware()
const partsFolder = join(store, 'backups', '._S3rver_uploads')
const access = { region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }
let endPoint: string
/** Runs before the store handles the second part of an upload; the result says whether the store accepts the part. */
let beforeSecondPart = async (): Promise<'taken' | 'refused'> => 'taken'
let secondPart: Promise<unknown>

const server = createServer((request, reply) => void serve(request, reply))
async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const query = new URL(request.url ?? '', 'http://store').searchParams
  const upload = query.get('uploadId')
  if (request.method === 'DELETE' && upload) {
    // This S3 server cannot abort an upload, so this code deletes the parts from the server's folders.
    rmSync(join(partsFolder, upload), { recursive: true, force: true })
    reply.writeHead(204).end()
    return
  }
  if (query.get('partNumber') === '2') {
    secondPart = once(reply, 'close')
    if ((await beforeSecondPart()) === 'refused') {
      request.resume()
      reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
  }
  answer(request, reply)
}

beforeAll(async () => {
  await s3.configureBuckets()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endPoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(store, { recursive: true })
})

const fillWith = (bytes: Buffer) => (sink: NodeJS.WritableStream) => pipeline(Readable.from([bytes]), sink)

describe('the backup destination for buckets', () => {
  it('stores, lists, returns and deletes small files and multipart uploads', async () => {
    const draftFolder = folderForTest()
    const place = bucketDestination('s3://backups/ours', { access: { ...access, endPoint }, draftFolder })
    const small = randomBytes(1000)
    const large = randomBytes(20_000_000)
    await place.keep('small.zip', fillWith(small))
    await place.keep('large.zip', fillWith(large))
    expect(place.address('small.zip')).toBe('s3://backups/ours/small.zip')
    expect((await place.names()).sort()).toEqual(['large.zip', 'small.zip'])
    const read = (name: string) => place.fetch(name, async (path) => readFileSync(path))
    expect((await read('small.zip')).equals(small)).toBe(true)
    expect((await read('large.zip')).equals(large)).toBe(true)
    await place.remove('small.zip')
    expect(await place.names()).toEqual(['large.zip'])
    // Objects under other prefixes in the bucket are not our backups.
    const other = bucketDestination('s3://backups', { access: { ...access, endPoint }, draftFolder })
    expect(await other.names()).toEqual([])
    expect(readdirSync(draftFolder)).toEqual([])
  })

  it('removes all parts of a failed or interrupted upload', async () => {
    const draftFolder = folderForTest()
    const place = bucketDestination('s3://backups/parts', { access: { ...access, endPoint }, draftFolder })
    const large = fillWith(randomBytes(40_000_000))
    let kept = 0
    const count = () => {
      kept = readdirSync(partsFolder, { recursive: true }).length
    }
    beforeSecondPart = async () => {
      count()
      return 'refused'
    }
    const failed = await place.keep('failed.zip', large).catch((error: unknown) => error)
    expect(failureOf(failed, 's3://backups/parts/failed.zip')).toMatchObject({ code: 'place' })
    expect(kept).toBeGreaterThan(0)
    expect(readdirSync(partsFolder)).toEqual([])

    const ending = new AbortController()
    beforeSecondPart = async () => {
      count()
      ending.abort()
      // A delay that is long enough for the upload to be aborted before this part arrives.
      await sleep(200)
      return 'taken'
    }
    kept = 0
    await expect(place.keep('broken-off.zip', large, ending.signal)).rejects.toThrow()
    await secondPart
    expect(kept).toBeGreaterThan(0)
    expect(readdirSync(partsFolder)).toEqual([])
    beforeSecondPart = async () => 'taken'
    expect(await place.names()).toEqual([])
    expect(readdirSync(draftFolder)).toEqual([])
  })

  it('stores nothing and reports an error if the backup fails or the bucket cannot be used', async () => {
    const draftFolder = folderForTest()
    const place = bucketDestination('s3://backups/torn', { access: { ...access, endPoint }, draftFolder })
    const torn = place.keep('torn.zip', async () => {
      throw new Error('the database went away')
    })
    await expect(torn).rejects.toThrow('went away')
    expect(await place.names()).toEqual([])

    const wrong = bucketDestination('s3://backups', {
      access: { ...access, accessKey: 'nobody', endPoint },
      draftFolder,
    })
    const refused = await wrong.keep('a.zip', fillWith(randomBytes(10))).catch((error: unknown) => error)
    expect(failureOf(refused, 's3://backups/a.zip')).toMatchObject({ code: 'place' })
    const nowhere = bucketDestination('s3://backups', {
      access: { ...access, endPoint: 'http://127.0.0.1:9' },
      draftFolder,
    })
    const unreached = await nowhere.keep('a.zip', fillWith(randomBytes(10))).catch((error: unknown) => error)
    expect(failureOf(unreached, 's3://backups/a.zip')).toMatchObject({ code: 'place' })
    expect(readdirSync(draftFolder)).toEqual([])
  })
})
