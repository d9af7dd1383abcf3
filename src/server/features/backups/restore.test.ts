import { it } from 'vitest'
import { expectRestored } from './testing.ts'

it('a restored backup has the same rows with the same checksums, and a server starts on it', async () => {
  await expectRestored('embedded', 'embedded')
})
