import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { propertyRuns } from '#shared/lib/testing.ts'
import { binaryArray, plainArray } from './rows.ts'
import { testDatabase } from './testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

const storable = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000') && text.isWellFormed())

const json = fc
  .jsonValue()
  .map((value) => JSON.stringify({ value }))
  .filter((text) => !/\\u0000|\\ud/i.test(text))

it('sends arrays to the database unchanged, regardless of the values in them', async () => {
  const row = fc.record({
    uuid: fc.uuid(),
    int: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    boolean: fc.boolean(),
    text: fc.option(storable),
    jsonb: fc.option(json),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const stored = await test.asOwner<{ jsonb: unknown }>(
        `select * from unnest($1::uuid[], $2::int[], $3::boolean[], $4::text[], $5::jsonb[])
         as _ (uuid, int, boolean, text, jsonb)`,
        [
          binaryArray(
            'uuid',
            rows.map(({ uuid }) => uuid),
          ),
          plainArray(rows.map(({ int }) => int)),
          plainArray(rows.map(({ boolean }) => boolean)),
          binaryArray(
            'text',
            rows.map(({ text }) => text),
          ),
          binaryArray(
            'jsonb',
            rows.map(({ jsonb }) => jsonb),
          ),
        ],
      )
      expect(stored).toEqual(rows.map((one) => ({ ...one, jsonb: JSON.parse(one.jsonb ?? 'null') })))
    }),
    propertyRuns(200, 50),
  )
})
