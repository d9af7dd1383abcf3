import { expect, it } from 'vitest'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { type BadConfig, readConfig } from './config.ts'

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
      ['forms without a proof of work', { ...project, FORM_PROOF: 'on' }, /^FORM_PROOF must be off/],
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
