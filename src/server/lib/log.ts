import { type Logger, pino, stdTimeFunctions } from 'pino'
import { LogStream } from './log-stream.ts'

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
