import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { receipt } from '#content/booking-receipt.ts'
import { forms } from '#content/forms.ts'
import { formsForTest, typedForms, withoutPageKey } from './testing.ts'

const room = await formsForTest()
const { test, app, post } = room
afterAll(() => room.close())
beforeEach(async () => void (await room.empty()))

const { booking, message } = typedForms

describe('[R1] the form handler', () => {
  const idIn = (body: string) => /name="form_id" value="([^"]*)"/.exec(body)?.[1] ?? ''
  const opened = async (name: string) => idIn((await app.inject({ url: `/forms/${name}` })).body)
  const tables = [
    ['booking', booking, 'strategy_call_bookings', 'cancelled'],
    ['message', message, 'contact_messages', 'closed'],
  ] as const
  const count = async (table: string) => (await test.asOwner(`select 1 from ${table}`)).length
  /** Backdates the first row by this many seconds. */
  const age = (table: string, seconds: number) =>
    test.asOwner(`update ${table} set created_at = created_at - make_interval(secs => $1)`, [seconds])

  it('creates a random id each time a form is opened', async () => {
    const [first, second] = [await opened('booking'), await opened('booking')]
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(second).not.toBe(first)
  })

  it.each(tables)(
    'stores a %s only once if it is sent repeatedly, but stores it again if its content changes',
    async (name, fields, table) => {
      const form_id = await opened(name)
      const first = await post(name, { ...fields, form_id })
      await age(table, 9 * 86_400)
      const again = await post(name, { ...fields, form_id })
      expect([again.statusCode, again.body]).toEqual([200, withoutPageKey(first.body)])
      expect(await count(table)).toBe(1)
      await post(name, { ...fields, form_id, company: 'Another' })
      expect(await count(table)).toBe(2)
    },
  )

  it.each(tables)(
    'stores an identical %s again if it is sent from a newly opened form',
    async (name, fields, table, over) => {
      const references = new Set<string>()
      for (const status of ['new', over]) {
        const answer = await post(name, { ...fields, form_id: await opened(name) })
        references.add(/<code>(\w+)/.exec(answer.body)?.[1] ?? '')
        await test.asOwner(`update ${table} set status = $1 where status = 'new'`, [status])
      }
      references.add(/<code>(\w+)/.exec((await post(name, { ...fields, form_id: await opened(name) })).body)?.[1] ?? '')
      const stored = await test.asOwner<{ reference: string }>(
        `select upper(left(id::text, 8)) as reference from ${table}`,
      )
      expect([...references].toSorted()).toEqual(stored.map(({ reference }) => reference).toSorted())
      expect(references.size).toBe(3)
    },
  )

  it.each(tables)(
    'offers a new form instead of a confirmation if the same %s is sent again after it was closed',
    async (name, fields, table, over) => {
      const form_id = await opened(name)
      await post(name, { ...fields, form_id })
      await test.asOwner(`update ${table} set status = $1`, [over])
      const again = await post(name, { ...fields, form_id })
      expect([again.statusCode, again.body.includes(forms.sentBefore)]).toEqual([409, true])
      expect(idIn(again.body)).toMatch(/^[\da-f-]{36}$/)
      expect(idIn(again.body)).not.toBe(form_id)
      expect(again.body).toContain(`value="${fields.email}"`)
      expect((await post(name, { ...fields, form_id: idIn(again.body) })).statusCode).toBe(200)
      expect(await count(table)).toBe(2)
    },
  )

  it.each(tables)(
    'treats an identical %s without a form id as a repeat for two minutes, unless the first one is closed',
    async (name, fields, table, over) => {
      const first = await post(name, fields)
      await age(table, 115)
      expect((await post(name, { ...fields, form_id: '' })).body).toBe(withoutPageKey(first.body))
      expect(await count(table)).toBe(1)
      await age(table, 10)
      for (const _ of [1, 2]) expect((await post(name, { ...fields, form_id: '<i>' })).statusCode).toBe(200)
      expect(await count(table)).toBe(2)
      await test.asOwner(`update ${table} set status = $1`, [over])
      expect((await post(name, fields)).body).not.toContain(receipt.page.byLetter)
      expect((await post(name, fields)).statusCode).toBe(200)
      expect(await count(table)).toBe(3)
    },
  )

  it.each(tables)(
    'stores only one of two identical %s forms that have no id and are sent simultaneously',
    async (name, fields, table) => {
      await Promise.all([post(name, fields), post(name, fields)])
      expect(await count(table)).toBe(1)
    },
  )
})
