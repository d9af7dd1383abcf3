import { destination, type Logger, pino, stdTimeFunctions } from 'pino'

export type Log = Logger

/** One JSON object per line. Nothing personal goes in: no bodies, no addresses, no values of a query. */
export function createLog(
  stream: { write(line: string): void } = destination({ dest: 2, sync: false }),
): Log {
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
