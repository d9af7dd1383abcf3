import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { madeFolder, sealFile, sealOf } from './made.ts'

it('what is kept in made/ was made from the texts, drawings and packages that are here', async () => {
  const seal = readFileSync(join(madeFolder, sealFile), 'utf8').trim()
  expect(seal, 'a text or drawing has changed: `npm run make` writes made/ anew').toBe(await sealOf())
})
