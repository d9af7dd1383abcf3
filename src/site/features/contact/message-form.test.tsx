import { expect, it } from 'vitest'
import { messageLimits } from '#shared/contract/message.ts'
import { maxLengths } from './message-form.tsx'

it('lets the browser accept exactly what the server accepts', () => {
  expect(maxLengths).toEqual(messageLimits)
})
