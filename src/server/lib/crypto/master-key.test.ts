import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { MasterKeyError, readMasterKey } from './master-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('is the configured one, and no file is made', async () => {
  const configured = Buffer.alloc(32, 1)
  expect(await readMasterKey({ configured, dataDir: folder, mayMake: true })).toEqual({
    key: configured,
    isNew: false,
  })
  expect(await readdir(folder)).toEqual([])
})

it('is made once, in a folder that need not be there, for nobody else to read', async () => {
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

it('is made nowhere without leave', async () => {
  const dataDir = join(folder, 'data')
  expect(await readMasterKey({ configured: null, dataDir, mayMake: false })).toBe(null)
  expect(await readdir(folder)).toEqual([])
})

it('is one key for all who start at once', async () => {
  const keys = await Promise.all(
    Array.from({ length: 12 }, () => readMasterKey({ configured: null, dataDir: folder, mayMake: true })),
  )
  expect(new Set(keys.map((made) => made?.key.toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['encryption.key'])
})

it(
  'is not read from a file without one, which stays as it is',
  eachOf(
    ['', 'not a key\n', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
    async (text) => {
      const path = join(folder, 'encryption.key')
      await writeFile(path, text)
      await expect(readMasterKey({ configured: null, dataDir: folder, mayMake: true })).rejects.toThrow(
        MasterKeyError,
      )
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  ),
)

it('is not read where it cannot be, and says so', async () => {
  await mkdir(join(folder, 'encryption.key'))
  await expect(readMasterKey({ configured: null, dataDir: folder, mayMake: true })).rejects.toThrow(
    /encryption\.key cannot be read \(EISDIR\)/,
  )
})
