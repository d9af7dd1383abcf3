import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withBlock } from './message-block.ts'

const block = 'Numbers\n- one\n- two'

describe('withBlock', () => {
  it('is the message where nothing was typed', () => {
    expect(withBlock(' \n', block, '', 100)).toEqual({ message: block, put: block })
  })

  it('comes after what was typed, which stays', () => {
    expect(withBlock('Call me at ten.\n', block, '', 100).message).toBe(`Call me at ten.\n\n${block}`)
  })

  it('takes the place of the one before, wherever it stands', () => {
    const first = withBlock('Hello.', 'old $& numbers', '', 100)
    const edited = `${first.message}\nThanks!`
    expect(withBlock(edited, '$1 new', first.put, 100).message).toBe('Hello.\n\n$1 new\nThanks!')
  })

  it('is added again when the visitor has changed the one before', () => {
    const { message } = withBlock('My own: old numb', block, 'old numbers', 100)
    expect(message).toBe(`My own: old numb\n\n${block}`)
  })

  it('ends with a whole line where the rest does not fit, and leaves the message alone where nothing does', () => {
    expect(withBlock('', block, '', 14).message).toBe('Numbers\n- one')
    expect(withBlock('Hello.', block, '', 8)).toEqual({ message: 'Hello.', put: '' })
  })

  it('never passes the limit, and never loses a word of the visitor’s', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string(),
        fc.integer({ min: 60, max: 120 }),
        (typed, text, most) => {
          const { message, put } = withBlock(typed, text, '', most)
          expect(message.length).toBeLessThanOrEqual(most)
          expect(message.startsWith(typed.trimEnd())).toBe(true)
          expect(message.endsWith(put)).toBe(true)
        },
      ),
    )
  })
})
