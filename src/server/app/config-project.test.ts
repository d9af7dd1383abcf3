import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { command } from './command-testing.ts'
import { type BadConfig, readConfig } from './config.ts'
import { runExport } from './export.ts'

const project = { SUPABASE_URL: 'https://abc.supabase.co', PUBLISHABLE_KEY: 'sb_publishable_x' }

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as BadConfig).faults
  }
}

it('a project needs its key, another address than ours, https and forms without proofs', () =>
  everyRow(
    [
      ['its key', { SUPABASE_URL: project.SUPABASE_URL }, /^PUBLISHABLE_KEY must be given/],
      [
        'another address than ours',
        { ...project, PUBLIC_URL: 'https://ABC.supabase.co/' },
        /^SUPABASE_URL must be another/,
      ],
      [
        'https where we have it',
        { ...project, SUPABASE_URL: 'http://db.example', PUBLIC_URL: 'https://site.example' },
        /^SUPABASE_URL must be https/,
      ],
    ],
    ([, environment, sentence]) => {
      expect(faultsOf(environment as Record<string, string>)).toEqual([expect.stringMatching(sentence)])
    },
  ))

it('a project on this machine may be plain http', () => {
  expect(
    faultsOf({ ...project, SUPABASE_URL: 'http://127.0.0.1:54321', PUBLIC_URL: 'https://site.example' }),
  ).toEqual([])
})

const tokenOf = (claims: object) =>
  ['{"alg":"HS256","typ":"JWT"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')

const secrets = {
  'a secret key': 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
  'a token of an account': 'sbp_0102030405060708090a0b0c0d0e0f1011121314',
  'a token of the service role': tokenOf({ iss: 'supabase', role: 'service_role' }),
  'a token without a role': tokenOf({ iss: 'supabase' }),
  'a broken token': tokenOf({ role: 'anon' }).slice(0, 50),
}

it('a key that opens more than what is open to everybody is refused and not repeated', () =>
  everyRow(Object.entries(secrets), ([, key]) => {
    for (const beside of [{}, project]) {
      expect(faultsOf({ ...beside, PUBLISHABLE_KEY: key })).toEqual([
        expect.stringMatching(/^PUBLISHABLE_KEY must be a public key, since the home page shows it/),
      ])
    }
    expect(faultsOf({ PUBLISHABLE_KEY: key }).join()).not.toContain(key)
  }))

it('the older public key of a project is a token of the role anon', () => {
  const key = tokenOf({ iss: 'supabase', ref: 'abc', role: 'anon' })
  expect(readConfig({ ...project, PUBLISHABLE_KEY: key }).publishableKey).toBe(key)
})

it('an export with a secret key writes nothing', async () => {
  const folder = join(tmpdir(), crypto.randomUUID())
  const environment = {
    ...project,
    PUBLIC_URL: 'https://site.example',
    PUBLISHABLE_KEY: secrets['a secret key'],
  }
  const { code, says } = await command(
    (words, settings) => runExport(words, settings, join('dist', 'site')),
    [folder],
    environment,
  )
  expect([code, says]).toEqual([1, expect.stringContaining('PUBLISHABLE_KEY must be a public key')])
  expect(existsSync(folder)).toBe(false)
})
