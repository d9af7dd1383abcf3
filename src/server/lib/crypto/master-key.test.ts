import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MasterKeyError, readMasterKey } from './master-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('is the configured one, and no file is made', async () => {
  const configured = Buffer.alloc(32, 1)
  expect(await readMasterKey({ configured, dataDir: folder })).toEqual(configured)
  expect(await readdir(folder)).toEqual([])
})

it('is made once, in a folder that need not be there, for nobody else to read', async () => {
  const dataDir = join(folder, 'deep', 'data')
  const key = await readMasterKey({ configured: null, dataDir })
  expect(key).toHaveLength(32)
  expect(await readMasterKey({ configured: null, dataDir })).toEqual(key)
  expect(await readdir(dataDir)).toEqual(['encryption.key'])
  const path = join(dataDir, 'encryption.key')
  expect(Buffer.from(await readFile(path, 'utf8'), 'base64')).toEqual(key)
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('is one key for all who start at once', async () => {
  const keys = await Promise.all(
    Array.from({ length: 12 }, () => readMasterKey({ configured: null, dataDir: folder })),
  )
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(folder)).toEqual(['encryption.key'])
})

it.each(['', 'not a key\n', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
  'is not read from a file with %j, which stays as it is',
  async (text) => {
    const path = join(folder, 'encryption.key')
    await writeFile(path, text)
    await expect(readMasterKey({ configured: null, dataDir: folder })).rejects.toThrow(MasterKeyError)
    expect(await readFile(path, 'utf8')).toBe(text)
  },
)
