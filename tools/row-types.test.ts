import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { describedColumns, rowTypesFile, schemas, writeRowTypes } from './row-types.ts'

describe.each(['embedded', 'fifteen'] as const)('types of rows on %s', (server) => {
  describe.skipIf(inject('postgres')[server] === null)('are those of the database', () => {
    let test: TestDatabase
    beforeAll(async () => {
      test = await testDatabase(server)
    })
    afterAll(() => test.close())

    it.each(schemas)('as the file of %s has them', async (schema) => {
      const columns = await test.asOwner<Parameters<typeof writeRowTypes>[1][number]>(describedColumns)
      await expect(writeRowTypes(schema, columns)).toMatchFileSnapshot(`../${rowTypesFile(schema)}`)
    })
  })
})
