import { write, writeSync } from 'node:fs'
import { type Logger, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

let standardError: LogStream | undefined

/** One JSON object per line. Nothing personal goes in: no bodies, no addresses, no values of a query. */
export function createLog(stream: { write(line: string): void } = openStandardError()): Log {
  const log = logTo(stream)
  if (stream === standardError) {
    standardError.onGap = (gap) => log.error({ ...gap }, 'for a time the log could not be written')
  }
  return log
}

/** The log of this process, whose last lines are written at its exit. */
function openStandardError(): LogStream {
  if (standardError) return standardError
  const stream = new LogStream(2)
  process.on('exit', () => stream.flushNow())
  standardError = stream
  return stream
}

function logTo(stream: { write(line: string): void }): Log {
  return pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    stream,
  )
}

/** SQLSTATE classes whose message quotes the value at fault. */
const quotesValues = /^(22|23)/

/**
 * An error as the log may hold it. PostgreSQL puts row values into `detail`, `where` and, for bad data, into
 * the message itself, so of a coded error we keep its code and the names of things, and drop the rest.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const quoting = typeof code === 'string' && quotesValues.test(code)
  return {
    type: error.name,
    code,
    constraint,
    table,
    column,
    message: quoting ? undefined : error.message,
    stack: quoting ? undefined : error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  }
}

/** For callbacks of sockets, timers and streams: an exception there would end the process. `mend` cleans up. */
export function guarded<Given extends unknown[]>(
  log: Log,
  edge: string,
  work: (...given: Given) => void,
  mend: (...given: Given) => void = () => {},
): (...given: Given) => void {
  return (...given) => {
    try {
      work(...given)
    } catch (error) {
      log.error({ err: error, edge }, 'a fault outside of a request')
      mend(...given)
    }
  }
}

/** Characters of lines that wait at most while nothing can be written; later lines are lost, and counted. */
const mostWaiting = 1_000_000
/** Milliseconds until the next try: after a full pipe (EAGAIN), and after any other error, such as a full disk. */
const busyPause = 50
const faultPause = 1000
/** Bytes that a pipe takes in one piece, so that lines of several processes, written to the same one, do not mix. */
const pipeBytes = 4096
/** A write that has taken longer than this many milliseconds is stuck, so the last lines are given up. */
const stuckAfter = 200

/** A time during which nothing could be written. */
export interface LogGap {
  /** The error code of the system: ENOSPC, EPIPE. */
  code: string | undefined
  since: string
  lost: number
}

/**
 * Writes lines to a file descriptor in the background and never fails: what cannot be written waits, and is tried again
 * as long as the process lives. Pino's own stream throws on a full disk, and waits for space for ever at the end of the
 * process.
 */
export class LogStream {
  /** Called when lines can be written again. */
  onGap: (gap: LogGap) => void = () => {}
  readonly #fd: number
  #lines: string[] = []
  #size = 0
  /** The piece that is being written or tried again; null when there is none. */
  #piece: Buffer | null = null
  /** When the running write began; null between two tries. */
  #since: number | null = null
  #gap: LogGap | null = null
  #whenWritten: (() => void)[] = []

  constructor(fd: number) {
    this.#fd = fd
  }

  write(line: string): void {
    if (this.#size + line.length > mostWaiting) {
      this.#begin(undefined).lost++
      return
    }
    this.#lines.push(line)
    this.#size += line.length
    if (!this.#piece) this.#next()
  }

  /** Calls back when everything is written, or cannot be. A reader that does not read keeps it waiting. */
  flush(done: () => void): void {
    if (this.#piece && !this.#gap) this.#whenWritten.push(done)
    else done()
  }

  /** Writes the last lines of a process, synchronously. */
  flushNow(): void {
    if (this.#since !== null && performance.now() - this.#since > stuckAfter) return
    const begun = this.#since === null && this.#piece ? this.#piece : Buffer.alloc(0)
    let tries = 10
    for (let rest = begun; tries > 0; ) {
      if (rest.length === 0) rest = this.#take()
      if (rest.length === 0) return
      try {
        rest = rest.subarray(writeSync(this.#fd, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        tries--
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
      }
    }
  }

  /** Whole lines: one, and as many more as fit. */
  #take(): Buffer {
    let many = 0
    for (let bytes = 0; many < this.#lines.length; many++) {
      bytes += Buffer.byteLength(this.#lines[many] ?? '')
      if (bytes > pipeBytes && many > 0) break
    }
    const piece = this.#lines.splice(0, many).join('')
    this.#size -= piece.length
    return Buffer.from(piece)
  }

  #next(): void {
    if (!this.#piece?.length) this.#piece = this.#take()
    if (this.#piece.length > 0) this.#write(this.#piece)
    else {
      this.#piece = null
      this.#flushed()
    }
  }

  #flushed(): void {
    for (const done of this.#whenWritten.splice(0)) done()
  }

  #write(piece: Buffer): void {
    this.#since = performance.now()
    write(this.#fd, piece, (error, written) => {
      this.#since = null
      if (error) this.#wait(error)
      else {
        this.#piece = piece.subarray(written)
        if (this.#piece.length === 0) this.#mended()
        this.#next()
      }
    })
  }

  #mended(): void {
    const gap = this.#gap
    this.#gap = null
    if (gap) this.onGap(gap)
  }

  #wait({ code }: NodeJS.ErrnoException): void {
    if (code !== 'EAGAIN') {
      this.#begin(code)
      this.#flushed()
    }
    setTimeout(() => this.#next(), code === 'EAGAIN' ? busyPause : faultPause).unref()
  }

  #begin(code: string | undefined): LogGap {
    this.#gap ??= { code, since: new Date().toISOString(), lost: 0 }
    return this.#gap
  }
}
