import { expect, test } from 'vitest'
import { bookingMoves, messageMoves } from '#shared/contract/desk.ts'
import { wayBack } from './way-back.ts'

test('an end leads back to where it was, by moves that are allowed', () => {
  expect(wayBack('confirmed', 'cancelled', bookingMoves, 'new')).toEqual(['new', 'confirmed'])
  expect(wayBack('new', 'spam', bookingMoves, 'new')).toEqual(['new'])
  expect(wayBack('answered', 'closed', messageMoves, 'new')).toEqual(['new', 'answered'])
  expect(wayBack('confirmed', 'held', bookingMoves, 'new')).toEqual(['confirmed'])
  expect(wayBack('held', 'no-show', bookingMoves, 'new')).toEqual(['held'])
  // It was only suspected, which is for the database to say.
  expect(wayBack('spam?', 'spam', messageMoves, 'new')).toEqual(['new'])
})

test('what has no way back offers none', () => {
  expect(wayBack('new', 'confirmed', bookingMoves, 'new')).toBeNull()
  expect(wayBack('spam', 'new', bookingMoves, 'new')).toBeNull()
})
