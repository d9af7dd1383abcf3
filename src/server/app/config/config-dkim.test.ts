import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import { everyRow } from '#shared/lib/rows-testing.ts'
import { BadConfig, readConfig } from './config.ts'

const pemOf = ({ privateKey }: { privateKey: KeyObject }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const pem = pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))
const short = pemOf(generateKeyPairSync('rsa', { modulusLength: 512 }))
const other = pemOf(generateKeyPairSync('ed25519'))

const names = { DKIM_DOMAIN: 'Example.com', DKIM_SELECTOR: 'backline' }
const dkim = { domain: 'example.com', selector: 'backline', privateKey: pem.trim() }

it('signs with all of it, or not at all', () => {
  expect(readConfig({}).dkim).toBe(null)
  expect(readConfig({ ...names, DKIM_PRIVATE_KEY: pem }).dkim).toEqual(dkim)
  const oneLine = pem.trim().replaceAll('\n', '\\n')
  expect(readConfig({ ...names, DKIM_PRIVATE_KEY: oneLine }).dkim).toEqual(dkim)
})

it('refuses halves, and keys that are none', () =>
  everyRow(
    [
      [names, 'belong together'],
      [{ DKIM_PRIVATE_KEY: pem }, 'belong together'],
      [{ DKIM_DOMAIN: 'example.com', DKIM_PRIVATE_KEY: pem }, 'belong together'],
      [{ ...names, DKIM_PRIVATE_KEY: short }, 'DKIM_PRIVATE_KEY must be'],
      [{ ...names, DKIM_PRIVATE_KEY: other }, 'DKIM_PRIVATE_KEY must be'],
      [{ ...names, DKIM_PRIVATE_KEY: 'no key' }, 'DKIM_PRIVATE_KEY must be'],
      [{ ...names, DKIM_DOMAIN: 'example.com; t=y', DKIM_PRIVATE_KEY: pem }, 'DKIM_DOMAIN must be'],
      [{ ...names, DKIM_SELECTOR: 'a b', DKIM_PRIVATE_KEY: pem }, 'DKIM_SELECTOR must be'],
    ],
    ([environment, sentence]) => {
      const read = () => readConfig(environment)
      expect(read).toThrow(BadConfig)
      expect(read).toThrow(sentence)
      expect(read).not.toThrow('PRIVATE KEY-----')
    },
  ))
