import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { describedColumns, rowTypesFile, writeRowTypes } from './row-types.ts'

describe.each(['embedded', 'fifteen'] as const)('types of rows on %s', (server) => {
  describe.skipIf(inject('postgres')[server] === null)('are those of the database', () => {
    let test: TestDatabase
    beforeAll(async () => {
      test = await testDatabase(server)
    })
    afterAll(() => test.close())

    it('as the file has them', async () => {
      const columns = await test.asOwner<Parameters<typeof writeRowTypes>[0][number]>(describedColumns)
      await expect(writeRowTypes(columns)).toMatchFileSnapshot(`../${rowTypesFile}`)
    })
  })
})
