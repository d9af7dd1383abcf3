import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { FastifyRequest } from 'fastify'
import type { Log } from '#server/lib/log.ts'
import { statementDone } from '#server/lib/telemetry.ts'
import { statementName } from './statement-name.ts'
import type { Tracing } from './types.ts'

/** Milliseconds that a collector gets at the end of the process. */
const longestClose = 2000

/** Asked every few seconds by monitors; a span for each would bury the others. */
const routine = new Set(['/healthz', '/readyz', '/metrics'])

interface Options {
  log: Log
  /** Whether a connection comes from a proxy that we trust: only such a one says which trace its request belongs to. */
  isProxy: (address: string | undefined) => boolean
}

/**
 * Begins to trace. Where to, as whom and how many of them the libraries read from the environment, by the standard variables:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function startTracing({ log, isProxy }: Options): Tracing {
  const say = (message: string) =>
    log.warn({ says: message.slice(0, 300) }, 'traces could not be handed over')
  diag.setLogger({ error: say, warn: say, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'backline' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const processor = new BatchSpanProcessor(new OTLPTraceExporter())
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] })
  const tracer = provider.getTracer('backline')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()

  const endHearing = statementDone.hear(({ text, begun, failed }) => {
    const parent = current.getStore()
    // What the server does by itself, every second, is nobody's request.
    if (!parent) return
    const name = statementName(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: begun, attributes }, parent)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })

  return {
    traceRequests(app) {
      const contexts = new WeakMap<FastifyRequest, Context>()
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, headers, socket, id } = request
        const { url: route } = routeOptions
        if (route && routine.has(route)) return done()
        const from = isProxy(socket.remoteAddress)
          ? propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
          : ROOT_CONTEXT
        const attributes = {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'backline.request_id': id,
        }
        const span = tracer.startSpan(
          `${method} ${route ?? ''}`.trim(),
          { kind: SpanKind.SERVER, attributes },
          from,
        )
        const context = trace.setSpan(from, span)
        contexts.set(request, context)
        current.run(context, done)
      })
      // A body arrives in events of its connection, which know nothing of the request.
      app.addHook('preValidation', (request, _reply, done) => {
        const context = contexts.get(request)
        if (context) current.run(context, done)
        else done()
      })
      const end = (request: FastifyRequest, status?: number) => {
        const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT)
        if (status !== undefined) span?.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        contexts.delete(request)
      }
      app.addHook('onResponse', (request, reply, done) => {
        end(request, reply.statusCode)
        done()
      })
      app.addHook('onRequestAbort', (request, done) => {
        end(request)
        done()
      })
    },
    during(name, attributes, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes }, parent)
      return current.run(trace.setSpan(parent, span), async () => {
        try {
          return await work()
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          throw error
        } finally {
          span.end()
        }
      })
    },
    async close() {
      endHearing()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, longestClose)
      })
      await Promise.race([provider.shutdown().catch(() => {}), late])
      clearTimeout(timer)
    },
  }
}
