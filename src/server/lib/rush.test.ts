import { expect, it } from 'vitest'
import { Rush } from './rush.ts'

it('is on while several wait, however it ends for them', async () => {
  const rush = new Rush()
  const ends: (() => void)[] = []
  const waiting = Array.from({ length: 4 }, (_, index) => {
    const work = new Promise<void>((resolve, reject) =>
      ends.push(index === 0 ? () => reject(new Error('refused')) : resolve),
    )
    const isBefore = rush.isOn
    return { isBefore, ended: rush.during(work).catch(() => undefined) }
  })
  expect([...waiting.map(({ isBefore }) => isBefore), rush.isOn]).toEqual([false, false, false, false, true])
  ends[0]?.()
  await waiting[0]?.ended
  expect(rush.isOn).toBe(false)
  for (const end of ends) end()
  await Promise.all(waiting.map(({ ended }) => ended))
  expect(rush.isOn).toBe(false)
})
