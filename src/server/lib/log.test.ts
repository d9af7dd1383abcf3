import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const logged = (error: unknown) => {
  const lines: string[] = []
  createLog({ write: (text) => void lines.push(text) }).error({ err: error })
  const line = lines.join('')
  return { line, err: JSON.parse(line).err as Record<string, unknown> }
}

it.each([
  ['22P02', 'invalid input syntax for type uuid: "canary"'],
  ['23514', 'new row violates a check: canary'],
])('logs the table named in database error %s, but not the value quoted in the error', (code, message) => {
  const error = Object.assign(new Error(message), {
    code,
    table: 'contact_messages',
    detail: 'canary',
    where: 'canary',
  })
  const { line, err } = logged(new Error('outer', { cause: error }))
  expect(line).not.toContain('canary')
  expect(err.cause).toMatchObject({ code, table: 'contact_messages' })
})

it('logs the type, message and stack of internal errors', () => {
  expect(logged(new TypeError('x is not a function')).err).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(logged('a text').err).toEqual({ type: 'string' })
})
