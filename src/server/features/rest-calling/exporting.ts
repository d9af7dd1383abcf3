import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { SessionWatch, WatchedConnection } from '#server/features/auth-sessions/service.ts'
import type { Cursor } from '#server/lib/db/database.ts'
import { RestRefusal } from '#server/lib/query-grammar/refusal.ts'
import { type Caller, cursorAsCaller, sessionEnded } from '#server/lib/rest/caller.ts'
import type { RestContext } from '#server/lib/rest/catalog.ts'
import { planLines, type RpcCall } from './planning.ts'

/** The maximum number of simultaneous exports. Each export uses a connection and a temporary file in the database. */
const mostExports = 4
/**
 * The time limit for computing the rows of one export, in seconds. Two years of interactions can be millions of rows.
 */
const seconds = 300
/** Rows per read. Other requests are handled between two reads. */
const batch = 200

export interface Exports {
  /**
   * Calls a function and returns all its rows as a file. The call and its audit log entry are committed before the
   * first row is sent. `signal` is aborted if the client disconnects.
   */
  begin(caller: Caller, call: RpcCall, signal: AbortSignal): Promise<{ file: string; stream: Readable }>
}

interface CsvLine {
  line: string
}

export function openExports(context: RestContext, watch: Pick<SessionWatch, 'over'>): Exports {
  const running = new Set<WatchedConnection>()
  watch.over(() => running)
  return {
    async begin(caller, call, signal) {
      const { header, statement } = await context.catalog.resolve((catalog) => planLines(catalog, call))
      if (running.size >= mostExports) throw tooManyExports()
      const leaving = new AbortController()
      signal.addEventListener('abort', () => leaving.abort())
      let stream: Readable | undefined
      let isOver = false
      const end = () => {
        isOver = true
        leaving.abort()
        // The stream ends with an error, so that the client knows that the file is incomplete.
        stream?.destroy(new Error('session has ended'))
      }
      const one = { claims: caller.claims, end }
      running.add(one)
      try {
        if (signal.aborted) leaving.abort()
        const options = { seconds, batch, signal: leaving.signal }
        const cursor = await cursorAsCaller<CsvLine>(context, caller, statement, options)
        stream = linesStream(header, cursor)
        stream.once('close', () => running.delete(one))
        return { file: exportFileName(call, context.clock()), stream }
      } catch (error) {
        running.delete(one)
        // Without this error, the end of the session would look like a lost connection.
        throw isOver ? sessionEnded() : error
      }
    },
  }
}

/** Milliseconds after which a client that reads nothing counts as disconnected. */
const stallMilliseconds = 60_000

export async function sendExport(
  reply: FastifyReply,
  exports: Exports,
  caller: Caller,
  call: RpcCall,
): Promise<FastifyReply> {
  const { raw } = reply
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  // Computing the rows can take longer than the timeout for an idle connection.
  raw.setTimeout(0)
  raw.socket?.setTimeout(0)
  const { file, stream } = await exports.begin(caller, call, leaving.signal)
  raw.setTimeout(stallMilliseconds, () => raw.destroy())
  // An incomplete file must not look complete, even to a proxy that reads until the connection is closed.
  stream.once('error', () => raw.socket?.resetAndDestroy())
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.replace(/[^\w.-]+/g, '-')}.csv"`,
    })
    .send(stream)
}

/** The header line, quoted in the same way as PostgreSQL's lines. */
const headerLine = (names: readonly string[]): string =>
  names.map((name) => (/[\s",()\\]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')

/** Ends a line with CR and LF as in RFC 4180, because exports are opened in spreadsheets. */
const withCrLf = (line: string) => `${line}\r\n`

function linesStream(header: readonly string[], cursor: Cursor<CsvLine>): Readable {
  const stream = new Readable({
    read() {
      const send = (rows: CsvLine[]) => {
        // Removes the rows from the driver's array. Otherwise, the driver's promises and timers would keep the rows
        // until the next full garbage collection, and the process's memory would grow with every row that it sends.
        const lines = rows.splice(0).map(({ line }) => withCrLf(JSON.parse(line) as string))
        stream.push(lines.length > 0 ? lines.join('') : null)
      }
      const fail = (error: Error) => stream.destroy(error)
      cursor.read().then(send).catch(fail)
    },
    destroy(error, done) {
      cursor.close()
      done(error)
    },
  })
  // Fastify handles stream errors only once it has started to send the stream. An earlier error must not end the
  // process.
  stream.on('error', () => {})
  stream.push(withCrLf(headerLine(header)))
  return stream
}

/**
 * The file name, such as `bookings-2026-09-01-to-2026-11-30`. If no argument is a date, the file name contains the
 * current date.
 */
function exportFileName({ name, body }: RpcCall, now: number): string {
  const days = Object.values(body).filter(
    (value): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  )
  const today = new Date(now).toISOString().slice(0, 10)
  return `${name.replace(/^export_/, '')}-${days.join('-to-') || today}`
}

const tooManyExports = () =>
  new RestRefusal('HTTP429', `${mostExports} exports are already running`, 'Try again when one of them has finished')
