import type { Read } from './environment.ts'

const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
const protocols = ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']

const addressOf = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null

/** We write JSON, which every receiver of OTLP over http takes where it takes protobuf; over gRPC it does not. */
const protocolOf = (text: string) => (/^http\/(json|protobuf)$/.test(text) ? text : null)

/**
 * Whether requests are traced: where a collector is named by the standard variables of OpenTelemetry. The others of them are
 * read by its libraries from the environment of the process.
 */
export function readTracing(read: Read): boolean {
  const [one, two] = endpoints.map((name) =>
    read<string | null>(
      name,
      null,
      addressOf,
      'the http or https address of a collector, such as http://127.0.0.1:4318',
    ),
  )
  for (const name of protocols) read<string | null>(name, null, protocolOf, 'http/json or http/protobuf')
  const isOff = read('OTEL_SDK_DISABLED', false, (text) => text.toLowerCase() === 'true', 'true or false')
  const exporter = read(
    'OTEL_TRACES_EXPORTER',
    'otlp',
    (text) => (['otlp', 'none'].includes(text) ? text : null),
    'otlp or none',
  )
  return Boolean(one ?? two) && !isOff && exporter === 'otlp'
}
