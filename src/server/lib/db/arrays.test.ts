import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { arrayParameter } from './arrays.ts'
import { testDatabase } from './testing.ts'

const test = await testDatabase()
afterAll(() => test.close())

const storable = fc
  .string({ unit: 'grapheme' })
  .filter((text) => !text.includes('\u0000') && text.isWellFormed())

it('arrives as it was sent, whatever it holds', async () => {
  const row = fc.record({
    uuid: fc.option(fc.uuid()),
    text: fc.option(storable),
    jsonb: fc.option(fc.jsonValue().map((value) => JSON.stringify({ value }))),
    boolean: fc.option(fc.boolean()),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      const sent = rows.filter(({ jsonb }) => !/\\u0000|\\ud/i.test(jsonb ?? ''))
      const parameters = (['uuid', 'text', 'jsonb', 'boolean'] as const).map((type) =>
        arrayParameter(
          type,
          sent.map((values) => values[type]),
        ),
      )
      const stored = await test.asOwner<{ jsonb: unknown }>(
        'select * from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::boolean[]) as _(uuid, text, jsonb, boolean)',
        parameters,
      )
      const expected = sent.map((values) => ({ ...values, jsonb: JSON.parse(values.jsonb ?? 'null') }))
      expect(stored).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
