import type { KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSecretCipher } from './secret-cipher.ts'

const cipher = openSecretCipher(Buffer.alloc(32, 7))
const other = openSecretCipher(Buffer.alloc(32, 8))
const secret = 'JBSWY3DPEHPK3PXP'

it('decrypts an encrypted secret, and encrypts the same text differently each time', async () => {
  const [one, two] = [await cipher.seal('totp', secret), await cipher.seal('totp', secret)]
  expect(one).not.toBe(two)
  expect(one).not.toContain(secret)
  expect([await cipher.open('totp', one), await cipher.open('totp', two)]).toEqual([secret, secret])
})

it('decrypts a secret with the same key after a restart, but not with another key', async () => {
  const sealed = await cipher.seal('totp', secret)
  expect(await openSecretCipher(Buffer.alloc(32, 7)).open('totp', sealed)).toBe(secret)
  await expect(other.open('totp', sealed)).rejects.toThrow()
})

it('refuses a ciphertext made for another purpose, even if the purpose in its header is forged', async () => {
  const sealed = await cipher.seal('totp', secret)
  await expect(cipher.open('signing-key', sealed)).rejects.toThrow('encrypted for another purpose')
  const [header = '', ...rest] = sealed.split('.')
  const forged = Buffer.from(header, 'base64url').toString().replace('"totp"', '"signing-key"')
  await expect(
    cipher.open('signing-key', [Buffer.from(forged).toString('base64url'), ...rest].join('.')),
  ).rejects.toThrow()
})

it('refuses a ciphertext that was changed in any way', async () => {
  const parts = (await cipher.seal('totp', secret)).split('.')
  for (const at of [0, 2, 3, 4]) {
    const part = parts[at] ?? ''
    const changed = parts.with(at, (part.startsWith('e') ? 'f' : 'e') + part.slice(1)).join('.')
    await expect(cipher.open('totp', changed)).rejects.toThrow()
  }
  for (const sealed of ['', secret, parts.slice(0, 4).join('.')]) {
    await expect(cipher.open('totp', sealed)).rejects.toThrow()
  }
})

it('creates the same signature only for the same text, key and purpose', () => {
  const mac = cipher.mac('address', '203.0.113.7')
  expect(mac).toMatch(/^[\w-]{43}$/)
  expect(cipher.mac('address', '203.0.113.7')).toBe(mac)
  const others = [
    cipher.mac('address', '203.0.113.8'),
    cipher.mac('code', '203.0.113.7'),
    other.mac('address', '203.0.113.7'),
  ]
  expect(new Set([mac, ...others]).size).toBe(4)
})

it('derives the id of a cipher from its key, and accepts only 32-byte keys', () => {
  expect(cipher.id).toMatch(/^[0-9a-f]{8}$/)
  expect(other.id).not.toBe(cipher.id)
  expect(() => openSecretCipher(Buffer.alloc(16))).toThrow('32 bytes')
})

it('derives a different signing key for each purpose and each encryption key', () => {
  const hex = (key: KeyObject) => key.export().toString('hex')
  const keys = [cipher.key('call'), cipher.key('other'), other.key('call')].map(hex)
  expect(new Set(keys).size).toBe(3)
  expect(hex(openSecretCipher(Buffer.alloc(32, 7)).key('call'))).toBe(keys[0])
  expect(cipher.key('call').symmetricKeySize).toBe(32)
})
