import { write, writeSync } from 'node:fs'

/** Characters of lines that wait at most while nothing can be written; later lines are lost, and counted. */
const mostWaiting = 1_000_000
/** Milliseconds until another try: of a pipe that is full for the moment, and of a disk that is. */
const busyPause = 50
const faultPause = 1000
/** Bytes that a pipe takes in one piece, so that lines of several processes, written to the same one, do not mix. */
const pipeBytes = 4096
/** A write that takes longer than so many milliseconds would not end for the last lines either. */
const stuckAfter = 200

/** A time during which nothing could be written. */
export interface LogGap {
  /** Why, as the system says it: ENOSPC, EPIPE. */
  code: string | undefined
  since: string
  /** Lines that are lost. */
  lost: number
}

/**
 * Writes lines to a file descriptor behind our back and never fails: what cannot be written waits, and is tried again
 * for as long as the process lives. The stream that comes with pino throws on a full disk, and at the end of the
 * process waits for space for ever.
 */
export class LogStream {
  /** Told when lines can be written again. */
  onGap: (gap: LogGap) => void = () => {}
  readonly #fd: number
  #lines: string[] = []
  #size = 0
  /** What is being written, or is to be tried again; null when there is nothing to do. */
  #piece: Buffer | null = null
  /** Since when a write is under way; null between two tries. */
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

  /** Calls back when everything is written, or cannot be. A reader who does not read keeps it waiting. */
  flush(done: () => void): void {
    if (this.#piece && !this.#gap) this.#whenWritten.push(done)
    else done()
  }

  /** Writes the last lines of a process, and nothing in the background after them. */
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
