import { write, writeSync } from 'node:fs'
import { type Logger, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

let standardError: LogStream | undefined

/** Logs one JSON object per line. Nothing personal is logged: no bodies, no addresses, no query values. */
export function createLog(stream: { write(line: string): void } = openStandardError()): Log {
  const log = logTo(stream)
  if (stream === standardError) {
    standardError.onGap = (gap) => log.error({ ...gap }, 'log output was interrupted')
  }
  return log
}

/** The log of this process. The log's last lines are written when the process exits. */
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

/** SQLSTATE classes whose messages quote the offending value. */
const quotesValues = /^(22|23)/

/**
 * Describes an error without personal data. PostgreSQL puts row values into `detail`, `where` and, for invalid
 * data, the message itself. Therefore, for an error with a code, only the code and the names of objects are logged.
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

/**
 * Wraps the callbacks of sockets, timers and streams, because an exception in such a callback would end the process.
 * After an exception, `cleanUp` runs.
 */
export function catchErrors<Given extends unknown[]>(
  log: Log,
  edge: string,
  work: (...given: Given) => void,
  cleanUp: (...given: Given) => void = () => {},
): (...given: Given) => void {
  return (...given) => {
    try {
      work(...given)
    } catch (error) {
      log.error({ err: error, edge }, 'uncaught error outside a request')
      cleanUp(...given)
    }
  }
}

/** Maximum number of characters that wait while nothing can be written. Further lines are discarded but counted. */
const mostWaiting = 1_000_000
/** Milliseconds until the next attempt: after a full pipe (EAGAIN), and after any other error, such as a full disk. */
const busyPause = 50
const faultPause = 1000
/** The number of bytes that a pipe accepts in one piece, so that the lines of several processes do not mix. */
const pipeBytes = 4096
/** If a write takes longer than this many milliseconds, the output is stuck and the last lines are discarded. */
const stuckAfter = 200

/** A period in which no line could be written. */
export interface LogGap {
  /** The operating system's error code, such as ENOSPC or EPIPE. */
  code: string | undefined
  since: string
  lost: number
}

/**
 * Writes lines to a file descriptor in the background, and never throws: lines that cannot be written wait, and
 * are retried as long as the process lives. Pino's own stream throws if the disk is full, and waits indefinitely for
 * space when the process exits.
 */
export class LogStream {
  /** Called when lines can be written again. */
  onGap: (gap: LogGap) => void = () => {}
  readonly #fd: number
  #lines: string[] = []
  #size = 0
  /** The piece that is being written or retried; null if nothing is being written. */
  #piece: Buffer | null = null
  /** The time at which the current write began; null between two attempts. */
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

  /** Calls `done` when all lines are written, or if the lines cannot be written. Waits for a slow reader of a pipe. */
  flush(done: () => void): void {
    if (this.#piece && !this.#gap) this.#whenWritten.push(done)
    else done()
  }

  /** Writes the last lines of a process synchronously. */
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

  /** Takes the next line, and as many more complete lines as fit in one atomic write to a pipe. */
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
