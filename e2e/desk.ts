import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { WebSocket } from 'ws'
import type { StaffRole } from '#shared/contract/team.ts'
import { databaseOf, StoredRows } from './database.ts'

export const deskKey = 'sb_publishable_visitors'

/** Returns a client like the browser's, for API calls without the desk's screens. */
export const clientOf = (url: string): SupabaseClient =>
  createClient(url, deskKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })

export interface ServerUnderTest {
  folder: string
  url: string
  settings?: Record<string, string>
}

/** Runs an operator's command while the server is running. */
export async function runOperatorCommand(at: ServerUnderTest, ...words: string[]): Promise<string> {
  const env = {
    ...process.env,
    ...at.settings,
    DATA_DIR: join(at.folder, 'data'),
    PORT: new URL(at.url).port,
  }
  const run = promisify(execFile)
  return (await run(process.execPath, ['dist/server/main.js', 'auth', ...words], { env })).stdout
}

export interface SignedInMember {
  id: string
  email: string
  password: string
  /** The second factor's secret; `code` returns the current code. */
  secret: string
  session: Session
  client: SupabaseClient
}

/** Returns a member who is signed in with a second factor; the account is created in the database. */
export async function createMember(at: ServerUnderTest, role: StaffRole, name: string = role): Promise<SignedInMember> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  const password = 'seven ducks on a pond'
  const stored = new StoredRows(databaseOf(at.folder, at.settings))
  const id = await stored.member({ email, password, name, role })

  const client = clientOf(at.url)
  await client.auth.signInWithPassword({ email, password })
  const factor = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (factor.error) throw factor.error
  const { secret } = factor.data.totp
  const proven = await client.auth.mfa.challengeAndVerify({
    factorId: factor.data.id,
    code: new TOTP({ secret }).generate(),
  })
  if (proven.error) throw proven.error
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('sign-in returned no session')
  return { id, email, password, secret, session: data.session, client }
}

/** Opens the desk in a browser that is already signed in. */
export async function openDesk(page: Page, url: string, { session }: SignedInMember, path = '/'): Promise<void> {
  await page.addInitScript((stored) => {
    // An email's frame has an opaque origin, where access to storage throws.
    if (self.origin === 'null') return
    if (!localStorage.getItem('desk')) localStorage.setItem('desk', stored)
  }, JSON.stringify(session))
  await page.goto(`${url}/desk${path}`)
}
