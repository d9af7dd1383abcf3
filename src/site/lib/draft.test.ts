import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRowDraft, insertBlock } from './draft.ts'
import { memoryStorage } from './testing.ts'
import { hasUnsavedWork } from './unsaved-work.ts'

const draft = createRowDraft<'name' | 'message'>('a-form')

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('navigator', {})
})

afterEach(() => {
  draft.clear()
  vi.unstubAllGlobals()
})

it('reports no unsaved work while the tab stores the typed text', () => {
  draft.edit({ name: 'Thandi' })
  expect(hasUnsavedWork()).toBe(false)
})

const closed = {
  get: () => {
    throw new DOMException('denied', 'SecurityError')
  },
}
const full = {
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  getItem: () => null,
}

it.each([
  ['if Global Privacy Control is on', () => vi.stubGlobal('navigator', { globalPrivacyControl: true })],
  ['if storage is blocked', () => void Object.defineProperty(globalThis, 'sessionStorage', closed)],
  ['if storage is full', () => vi.stubGlobal('sessionStorage', full)],
])('reports unsaved work only while the form contains text from the visitor, even %s', (_, refuse) => {
  refuse()
  expect(hasUnsavedWork()).toBe(false)
  draft.prefill({ message: 'ours' })
  expect(hasUnsavedWork()).toBe(false)
  draft.edit({ name: 'Thandi' })
  expect(hasUnsavedWork()).toBe(true)
  draft.edit({ name: '', message: '' })
  expect(hasUnsavedWork()).toBe(false)
  draft.edit({ name: 'Thandi' })
  draft.clear()
  expect(hasUnsavedWork()).toBe(false)
})

it('reuses the row id when unchanged values are sent again, and creates a new row id for changed values', () => {
  draft.edit({ name: 'Thandi' })
  const first = draft.send()
  expect(draft.send()).toBe(first)
  draft.edit({ name: 'Thandi N.' })
  expect(draft.send()).not.toBe(first)
})

const block = 'Numbers\n- one\n- two'

describe('a prefilled block', () => {
  it('becomes the message if the visitor has typed nothing', () => {
    expect(insertBlock(' \n', block, '')).toBe(block)
  })

  it('is appended to the text that the visitor typed', () => {
    expect(insertBlock('Call me at ten.\n', block, '')).toBe(`Call me at ten.\n\n${block}`)
  })

  it('replaces the earlier block, wherever that block is in the message', () => {
    const edited = `${insertBlock('Hello.', 'old $& numbers', '')}\nThanks!`
    expect(insertBlock(edited, '$1 new', 'old $& numbers')).toBe('Hello.\n\n$1 new\nThanks!')
  })

  it('is added below the earlier block if the visitor has edited that block', () => {
    expect(insertBlock('My own: old numb', block, 'old numbers')).toBe(`My own: old numb\n\n${block}`)
  })
})
