import type { FastifyReply } from 'fastify'
import { type Database, type DatabaseError, isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import type { AccessClaims } from './context.ts'
import { AuthRefusal } from './refusal.ts'

/** Runs as the user with these claims, so that the database checks their rights. */
export async function runAsMember<T>(
  database: Database,
  claims: AccessClaims,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction('backline_upkeep', { ...claims }, work)
  } catch (error) {
    if (isDatabaseError(error)) throw refusalOf(error) ?? error
    throw error
  }
}

function refusalOf({ code, message }: DatabaseError): AuthRefusal | null {
  if (code === 'PT409') return new AuthRefusal('conflict', message)
  if (code === 'PT404') return new AuthRefusal('not_found', `${message}.`)
  if (code === '42501') return new AuthRefusal('insufficient_aal', 'Your role does not allow this.', { status: 403 })
  return null
}

/** The request's own signal cannot be used, because it would abort once the body is read. */
export function signalOfReply(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}
