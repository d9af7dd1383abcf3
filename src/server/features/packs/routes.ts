import send from '@fastify/send'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { matchesEtag } from '#server/features/pages/service.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { addDownloads, type PackCount } from './queries.ts'
import { type PackFile, type PackFiles, packDisposition } from './service.ts'

export interface PacksOptions {
  packs: PackFiles
  database: Database
  clock: Clock
}

/** Serves the built packs at `/packs/<id>.zip`. Sends the complete file, or the part from a byte offset to the end. */
export async function packRoutes(app: FastifyInstance, { packs, database, clock }: PacksOptions): Promise<void> {
  const counter = new DownloadCounter({ database, clock, log: app.log })
  // When this hook runs, all requests have ended, and the database is still open.
  app.addHook('onClose', () => counter.flush())

  app.get('/packs/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const pack = packs.files.get(file)
    if (!pack) return reply.callNotFound()
    await answer(request, reply, packs.folder, pack)
    if (isDownload(request, reply)) {
      counter.add(pack.id, isbot(request.headers['user-agent']) ? 'bot' : 'person')
    }
    return reply
  })
}

async function answer(request: FastifyRequest, reply: FastifyReply, folder: string, pack: PackFile): Promise<void> {
  const { file, etag } = pack
  reply.header('etag', etag).header('cache-control', 'public, max-age=3600').header('accept-ranges', 'bytes')
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return
  }
  const sent = await send(rangeRequest(request, etag), `/${file}`, {
    root: folder,
    cacheControl: false,
    etag: false,
    lastModified: false,
  })
  if (sent.type === 'file') {
    reply.code(sent.statusCode).headers(sent.headers).type('application/zip')
    reply.header('content-disposition', packDisposition(pack)).send(sent.stream)
    return
  }
  if (sent.statusCode !== 416) throw new Error(`sending pack ${file} failed (${sent.statusCode})`)
  reply.code(416).header('content-range', sent.headers['Content-Range']).send()
}

/**
 * The library handles ranges. We create the entity tags, because the library's tags depend on the file's modification
 * time, which changes with every build. If the file has changed, the range is ignored and the complete file is sent.
 */
function rangeRequest({ raw, headers }: FastifyRequest, etag: string) {
  const ifRange = headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? headers.range : undefined
  return Object.assign(Object.create(raw) as typeof raw, { headers: range ? { range } : {} })
}

/** Counts only the start of a download, not HEAD requests or resumed downloads. */
function isDownload({ method }: FastifyRequest, reply: FastifyReply): boolean {
  if (method !== 'GET') return false
  if (reply.statusCode === 200) return true
  return reply.statusCode === 206 && String(reply.getHeader('content-range')).startsWith('bytes 0-')
}

type CounterOptions = Omit<PacksOptions, 'packs'> & { log: FastifyBaseLogger }

const second = 1000
/** Milliseconds to wait after a download, so that several counts are written together. */
const batchDelay = second
/**
 * The longest wait in milliseconds. Each failed attempt doubles the wait, up to this value.
 */
const longestPause = 30 * second

/**
 * Counts in memory and writes to the database in the background, so that counting never delays or fails a download. A
 * failed write is retried as long as the process runs.
 */
class DownloadCounter {
  readonly #options: CounterOptions
  #counts = new Map<string, PackCount>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #pause = batchDelay

  constructor(options: CounterOptions) {
    this.#options = options
  }

  add(pack: string, visitor: PackCount['visitor']): void {
    const day = new Date(this.#options.clock()).toISOString().slice(0, 10)
    this.#merge({ day, pack, visitor, downloads: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), this.#pause).unref()
  }

  /** Writes all counts to the database. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const counts = [...this.#counts.values()]
    if (counts.length === 0) return
    this.#counts = new Map()
    const { database, log } = this.#options
    try {
      await database.transaction('backline_counters', {}, (tx) => addDownloads(tx, counts))
      this.#pause = batchDelay
    } catch (error) {
      for (const count of counts) this.#merge(count)
      this.#pause = Math.min(2 * this.#pause, longestPause)
      log.warn({ err: error, downloads: sum(counts) }, 'storing download counts failed, will retry')
      this.#timer ??= setTimeout(() => void this.flush(), this.#pause).unref()
    }
  }

  #merge(count: PackCount): void {
    const key = `${count.day} ${count.pack} ${count.visitor}`
    const known = this.#counts.get(key)?.downloads ?? 0
    this.#counts.set(key, { ...count, downloads: known + count.downloads })
  }
}

const sum = (counts: readonly PackCount[]) => counts.reduce((all, { downloads }) => all + downloads, 0)
