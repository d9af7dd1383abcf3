import { type GenericSchema, type InferOutput, safeParse } from 'valibot'
import { invalid } from './refusal.ts'

/** Parses a body by its schema; the refusal names the first field that does not fit. Unknown keys are ignored. */
export function readBody<Schema extends GenericSchema>(schema: Schema, body: unknown): InferOutput<Schema> {
  const result = safeParse(schema, body ?? {})
  if (result.success) return result.output
  const [issue] = result.issues
  const field = issue?.path?.map(({ key }) => String(key)).join('.')
  throw invalid(field ? `${field}: ${issue?.message}` : 'Send a JSON object')
}
