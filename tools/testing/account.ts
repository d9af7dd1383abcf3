import { randomUUID } from 'node:crypto'
import { hashPassword } from '#server/lib/crypto/passwords.ts'

type QueryFunction = (sql: string, values: unknown[]) => Promise<unknown>

const hashes = new Map<string, Promise<string>>()

/** Caches password hashes, because hashing takes longer than everything else here. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** Creates an account with a confirmed email address and a password, like an accepted invitation. Returns its id. */
export async function insertAccount(
  query: QueryFunction,
  { email, password, name }: { email: string; password: string; name?: string },
): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, invited_at,
       raw_user_meta_data, raw_app_meta_data, created_at, updated_at)
     values ($1, 'authenticated', 'authenticated', $2, $3, now(), now(), $4,
       '{"provider": "email", "providers": ["email"]}', now(), now())`,
    [id, email, await hashOf(password), JSON.stringify(name === undefined ? {} : { name })],
  )
  await query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
     values ($1, 'email', $1::uuid::text, $2, now(), now())`,
    [id, JSON.stringify({ sub: id, email, email_verified: true, phone_verified: false })],
  )
  return id
}
