import { afterEach, expect, it, vi } from 'vitest'
import { isTeam } from './interactions-team.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('marks a browser of the team from ?team=on until ?team=off, and none without storage', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  expect(['', '?team=on', '', '?team=off', ''].map(isTeam)).toEqual([false, true, true, false, false])
  vi.stubGlobal('localStorage', undefined)
  expect(isTeam('?team=on')).toBe(false)
})
