import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { madeFolder, writeMade } from '#makers/make.ts'

const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort()
    .map((file) => [file, readFileSync(join(folder, file)).toString('base64')])

it('generates pack files that are identical to the stored files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'made-'))
  try {
    await writeMade(folder)
    expect(contents(folder)).toEqual(contents(madeFolder))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
