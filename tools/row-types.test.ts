import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { describedColumns, rowTypesFile, schemas, writeFunctionTypes, writeRowTypes } from './row-types.ts'

describe.each(inject('servers'))('types of rows on %s', (server) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase(server)
  })
  afterAll(() => test.close())

  const describedBy = () => test.asOwner<Parameters<typeof writeFunctionTypes>[0][number]>(describedColumns)

  it.each(schemas)('as the file of %s has them', async (schema) => {
    const written = writeRowTypes(schema, await describedBy())
    await expect(written).toMatchFileSnapshot(`../${rowTypesFile(schema)}`)
  })

  it('as the file of functions has them', async () => {
    const written = writeFunctionTypes(await describedBy())
    await expect(written).toMatchFileSnapshot(`../${rowTypesFile('functions')}`)
  })
})
