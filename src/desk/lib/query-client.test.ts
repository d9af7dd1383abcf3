import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { removeRowFromCache } from './query-client.ts'

const id = '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10'
const other = '8a6e2d41-90b3-4f5c-a7d8-1c3b5e7f9a20'

it('removes an erased row from all lists, and resets the queries about that row', () => {
  const client = new QueryClient()
  const kept = (...key: unknown[]) => client.getQueryData(key)
  const row = (name: string, rowId: string) => ({ id: rowId, name })
  client.setQueryData(['bookings', 'list', {}], { rows: [row('Pia', id), row('Ada', other)], total: 2 })
  client.setQueryData(['letters', 'list'], {
    pages: [[{ booking_id: id, who: 'Pia' }, { booking_id: other }]],
  })
  client.setQueryData(['bookings', 'record', id], { booking: row('Pia', id) })
  client.setQueryData(['bookings', 'record', other], { booking: row('Ada', other) })
  client.setQueryData(['letters', 'one', 'a letter'], { booking_id: id, who: 'Pia' })
  client.setQueryData(['letters', 'shown', '/letters/v1/a-letter'], { text: 'Hello Pia' })
  client.setQueryData(['person', { booking: other }], {
    email: 'pia@example.com',
    bookings: [row('Pia', id)],
  })
  client.setQueryData(['typed', id], 'Pia wants')
  client.setQueryData(['log'], [{ subject_id: id, action: 'person_erased' }])
  removeRowFromCache(client, id)
  expect(kept('bookings', 'list', {})).toEqual({ rows: [row('Ada', other)], total: 2 })
  expect(kept('letters', 'list')).toEqual({ pages: [[{ booking_id: other }]] })
  expect(kept('bookings', 'record', other)).toEqual({ booking: row('Ada', other) })
  expect(kept('log')).toEqual([{ subject_id: id, action: 'person_erased' }])
  const all = client.getQueryCache().getAll()
  expect(JSON.stringify(all.map(({ state }) => state.data))).not.toContain('Pia')
})

it('refetches a query for a removed row if a screen still uses the query', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: ['bookings', 'record', id],
    queryFn: () => {
      asked++
      if (asked > 1) throw new Error('gone')
      return { booking: id }
    },
  })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toEqual({ booking: id })
  removeRowFromCache(client, id)
  expect(observer.getCurrentResult().data).toBeUndefined()
  await expect.poll(() => observer.getCurrentResult().error?.message).toBe('gone')
  stop()
})
