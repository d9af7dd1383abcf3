import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { invalid } from '#server/lib/auth/refusal.ts'

const shape = v.pipe(v.string(), v.uuid())

export function factorId({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (!v.is(shape, id)) throw invalid('factor_id must be a UUID', 404)
  return id
}
