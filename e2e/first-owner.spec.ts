import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { WebSocket } from 'ws'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { linkIn } from './letters.ts'
import { expect, test } from './test.ts'

const key = 'sb_publishable_backline'
const password = 'seven ducks on a pond'

test.use({ settings: {}, beginsEmpty: true })

const clientOf = (url: string) =>
  createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })

/** Runs an operator's command beside the running server. */
async function command(at: { folder: string; url: string }, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: join(at.folder, 'data'), PORT: new URL(at.url).port }
  const run = promisify(execFile)
  return (await run(process.execPath, ['dist/server/main.js', 'auth', ...words], { env })).stdout
}

test('from an empty folder: the first owner, a second factor, an invitation, and a booking read', async ({
  page,
  server,
  folder,
  faults,
}) => {
  // The browser logs the error status of a refused form to the console.
  faults.expect(/status of 4\d\d .*\/account\/owner/)
  const at = { folder, url: server.url }
  const link = /http\S+\/account\/owner\?token=\S+/.exec(server.output)?.[0] ?? ''
  await page.goto(link)
  await page.getByLabel('E-mail address').fill('olga@example.com')
  await page.getByLabel('Password').fill('too short')
  await page.getByRole('button').click()
  await expect(page.getByText('at least 12 characters').first()).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue('olga@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(link)
  await page.getByLabel('E-mail address').fill('mallory@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await expect(page.getByText('There is an owner already')).toBeVisible()

  await clientOf(server.url)
    .from('strategy_call_bookings')
    .insert(booking({ company: 'Dockside ERP' }))
  const owner = clientOf(server.url)
  const { error } = await owner.auth.signInWithPassword({ email: 'olga@example.com', password })
  expect(error).toBeNull()
  expect((await owner.from('strategy_call_bookings').select('company')).data).toEqual([])
  const { data: factor } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (!factor) throw new Error('no factor')
  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const proven = await owner.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  expect(proven.error).toBeNull()
  expect((await owner.from('strategy_call_bookings').select('company')).data).toEqual([
    { company: 'Dockside ERP' },
  ])

  expect(await command(at, 'invite', 'Anna@example.com', 'viewer')).toContain('Invited as viewer')
  await page.goto(await linkIn(folder, 'anna@example.com', 'invite'))
  await page.getByLabel('Password').fill(`${password} too`)
  await page.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Set up the second step' })).toBeVisible()
  const invited = clientOf(server.url)
  const signedIn = await invited.auth.signInWithPassword({
    email: 'anna@example.com',
    password: `${password} too`,
  })
  expect(signedIn.error).toBeNull()

  expect(await command(at, 'reset-mfa', 'olga@example.com')).toContain('are gone')
  expect((await owner.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})
