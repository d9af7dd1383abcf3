import type { KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSecretBox } from './secret-box.ts'

const box = openSecretBox(Buffer.alloc(32, 7))
const other = openSecretBox(Buffer.alloc(32, 8))
const secret = 'JBSWY3DPEHPK3PXP'

it('opens what it sealed, each time sealed anew', async () => {
  const [one, two] = [await box.seal('totp', secret), await box.seal('totp', secret)]
  expect(one).not.toBe(two)
  expect(one).not.toContain(secret)
  expect([await box.open('totp', one), await box.open('totp', two)]).toEqual([secret, secret])
})

it('opens it under the same key after a restart, under no other', async () => {
  const sealed = await box.seal('totp', secret)
  expect(await openSecretBox(Buffer.alloc(32, 7)).open('totp', sealed)).toBe(secret)
  await expect(other.open('totp', sealed)).rejects.toThrow()
})

it('refuses another purpose, also one that was written into the seal', async () => {
  const sealed = await box.seal('totp', secret)
  await expect(box.open('signing-key', sealed)).rejects.toThrow('sealed for another purpose')
  const [header = '', ...rest] = sealed.split('.')
  const forged = Buffer.from(header, 'base64url').toString().replace('"totp"', '"signing-key"')
  await expect(
    box.open('signing-key', [Buffer.from(forged).toString('base64url'), ...rest].join('.')),
  ).rejects.toThrow()
})

it('refuses a seal in which anything was changed', async () => {
  const parts = (await box.seal('totp', secret)).split('.')
  for (const at of [0, 2, 3, 4]) {
    const part = parts[at] ?? ''
    const changed = parts.with(at, (part.startsWith('e') ? 'f' : 'e') + part.slice(1)).join('.')
    await expect(box.open('totp', changed)).rejects.toThrow()
  }
  for (const sealed of ['', secret, parts.slice(0, 4).join('.')]) {
    await expect(box.open('totp', sealed)).rejects.toThrow()
  }
})

it('signs alike under one key and purpose alone', () => {
  const mac = box.mac('address', '203.0.113.7')
  expect(mac).toMatch(/^[\w-]{43}$/)
  expect(box.mac('address', '203.0.113.7')).toBe(mac)
  const others = [
    box.mac('address', '203.0.113.8'),
    box.mac('code', '203.0.113.7'),
    other.mac('address', '203.0.113.7'),
  ]
  expect(new Set([mac, ...others]).size).toBe(4)
})

it('is told from others by its id, and takes 32 bytes alone', () => {
  expect(box.id).toMatch(/^[0-9a-f]{8}$/)
  expect(other.id).not.toBe(box.id)
  expect(() => openSecretBox(Buffer.alloc(16))).toThrow('32 bytes')
})

it('gives each purpose a key of its own to sign with, and the same one again', () => {
  const hex = (key: KeyObject) => key.export().toString('hex')
  const keys = [box.key('call'), box.key('other'), other.key('call')].map(hex)
  expect(new Set(keys).size).toBe(3)
  expect(hex(openSecretBox(Buffer.alloc(32, 7)).key('call'))).toBe(keys[0])
  expect(box.key('call').symmetricKeySize).toBe(32)
})
