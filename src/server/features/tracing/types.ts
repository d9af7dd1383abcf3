import type { FastifyInstance } from 'fastify'

export interface Tracing {
  /** Makes a span of each request of an app; what the request asks of the database is below it. */
  traceRequests(app: FastifyInstance): void
  /** Makes a span of some work, with what the database is asked meanwhile below it. */
  during<T>(
    name: string,
    traits: Readonly<Record<string, string | number>>,
    work: () => Promise<T>,
  ): Promise<T>
  /** Hands over what has not been yet, for a bounded time. */
  close(): Promise<void>
}
