import { describe, expect, it } from 'vitest'
import { withBlock } from './message-block.ts'

const block = 'Numbers\n- one\n- two'

describe('withBlock', () => {
  it('is the message where nothing was typed', () => {
    expect(withBlock(' \n', block, '')).toBe(block)
  })

  it('comes after what was typed, which stays', () => {
    expect(withBlock('Call me at ten.\n', block, '')).toBe(`Call me at ten.\n\n${block}`)
  })

  it('takes the place of the one before, wherever it stands', () => {
    const edited = `${withBlock('Hello.', 'old $& numbers', '')}\nThanks!`
    expect(withBlock(edited, '$1 new', 'old $& numbers')).toBe('Hello.\n\n$1 new\nThanks!')
  })

  it('is added again when the visitor has changed the one before', () => {
    expect(withBlock('My own: old numb', block, 'old numbers')).toBe(`My own: old numb\n\n${block}`)
  })
})
