import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { command } from '#server/app/commands/command-testing.ts'
import { runExport } from '#server/app/commands/export.ts'
import { checkEachRow } from '#shared/lib/testing.ts'
import { type BadConfig, readConfig } from './config.ts'
import { readExportConfig } from './config-export.ts'
import type { Environment } from './environment.ts'

const project = { SUPABASE_URL: 'https://abc.supabase.co', PUBLISHABLE_KEY: 'sb_publishable_x' }

function faultsOf(environment: Record<string, string>, read: (from: Environment) => unknown = readConfig) {
  try {
    read(environment)
    return []
  } catch (error) {
    return (error as BadConfig).faults
  }
}

const site = { PUBLIC_URL: 'https://site.example' }

it("requires a Supabase project's URL and publishable key for an export, and a different URL for the exported site", () =>
  checkEachRow<[string, Record<string, string>, RegExp[]]>(
    [
      ['all settings', {}, [/^SUPABASE_URL must be/, /^PUBLISHABLE_KEY must be/, /^PUBLIC_URL must be/]],
      ['no path', { ...site, ...project, SUPABASE_URL: 'https://abc.supabase.co/rest/v1' }, [/^SUPABASE_URL must/]],
      [
        'another address',
        { ...project, PUBLIC_URL: 'https://ABC.supabase.co/' },
        [/^SUPABASE_URL and PUBLIC_URL must be different/],
      ],
      [
        'https if the site uses it',
        { ...site, ...project, SUPABASE_URL: 'http://db.example' },
        [/^SUPABASE_URL must be https/],
      ],
    ],
    ([, environment, sentences]) => {
      expect(faultsOf(environment, readExportConfig)).toEqual(sentences.map((one) => expect.stringMatching(one)))
    },
  ))

it('allows an http URL for a Supabase project on the same machine', () => {
  const { projectUrl } = readExportConfig({ ...site, ...project, SUPABASE_URL: 'http://127.0.0.1:54321' })
  expect(projectUrl).toBe('http://127.0.0.1:54321')
})

it('refuses SUPABASE_URL as a server setting', () => {
  expect(faultsOf(project)).toEqual([expect.stringMatching(/^SUPABASE_URL is for "npm run export"/)])
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

it('refuses a PUBLISHABLE_KEY that grants more than public access, and does not repeat the key in the error', () =>
  checkEachRow(Object.entries(secrets), ([, key]) => {
    const faults = faultsOf({ PUBLISHABLE_KEY: key })
    expect(faults).toEqual([
      expect.stringMatching(/^PUBLISHABLE_KEY must be a publishable key, because every page shows it/),
    ])
    expect(faults.join()).not.toContain(key)
  }))

it('accepts the older kind of publishable key, which is a token for the role anon', () => {
  const key = tokenOf({ iss: 'supabase', ref: 'abc', role: 'anon' })
  expect(readConfig({ PUBLISHABLE_KEY: key }).publishableKey).toBe(key)
})

it('exports no files if PUBLISHABLE_KEY is a secret key', async () => {
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
  expect([code, says]).toEqual([1, expect.stringContaining('PUBLISHABLE_KEY must be a publishable key')])
  expect(existsSync(folder)).toBe(false)
})
