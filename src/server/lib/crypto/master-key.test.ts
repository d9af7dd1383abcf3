import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { MasterKeyError, readMasterKey } from './master-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('uses the configured master key, and creates no key file', async () => {
  const configured = Buffer.alloc(32, 1)
  expect(await readMasterKey({ configured, dataDir: folder, mayMake: true })).toEqual({
    key: configured,
    isNew: false,
  })
  expect(await readdir(folder)).toEqual([])
})

it('creates the data folder with a single master key file that only its owner can read', async () => {
  const dataDir = join(folder, 'deep', 'data')
  const made = await readMasterKey({ configured: null, dataDir, mayMake: true })
  expect(made).toMatchObject({ isNew: true })
  const key = made?.key
  expect(key).toHaveLength(32)
  expect(await readMasterKey({ configured: null, dataDir, mayMake: true })).toEqual({ key, isNew: false })
  expect(await readdir(dataDir)).toEqual(['encryption.key'])
  const path = join(dataDir, 'encryption.key')
  expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toEqual(key)
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('creates a missing master key only if the caller allows it', async () => {
  const dataDir = join(folder, 'data')
  expect(await readMasterKey({ configured: null, dataDir, mayMake: false })).toBe(null)
  expect(await readdir(folder)).toEqual([])
})

it('returns the same master key to several servers that start at the same time', async () => {
  const keys = await Promise.all(
    Array.from({ length: 12 }, () => readMasterKey({ configured: null, dataDir: folder, mayMake: true })),
  )
  expect(new Set(keys.map((made) => made?.key.toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['encryption.key'])
})

it(
  'refuses a master key file without a valid key, and leaves the file unchanged',
  testEach(
    ['', 'not a key\n', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
    async (text) => {
      const path = join(folder, 'encryption.key')
      await writeFile(path, text)
      await expect(readMasterKey({ configured: null, dataDir: folder, mayMake: true })).rejects.toThrow(MasterKeyError)
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  ),
)

it('reports a master key file that cannot be read', async () => {
  await mkdir(join(folder, 'encryption.key'))
  await expect(readMasterKey({ configured: null, dataDir: folder, mayMake: true })).rejects.toThrow(
    /encryption\.key cannot be read \(EISDIR\)/,
  )
})
