import { afterAll, expect, it, vi } from 'vitest'
import { fetchSelectedSlot } from './available-times.ts'

vi.stubGlobal('document', { querySelector: () => null })
afterAll(() => vi.unstubAllGlobals())

it('returns null for a selected slot if the server sends an outcome that this release does not know', async () => {
  const told = (outcome: string) => {
    const answer = { outcome, next: [] }
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
    return fetchSelectedSlot('3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10')
  }
  for (const outcome of ['requested', 'held', 'available', 'unpicked', 'taken'])
    expect(await told(outcome)).toMatchObject({ outcome })
  for (const outcome of ['queued', 'constructor']) expect(await told(outcome)).toBeNull()
})
