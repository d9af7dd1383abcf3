import { hash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => hash('sha256', text, 'buffer')

/** A test for one key that takes the same time however much of a guess is right. */
export function keyTest(key: string): (guess: string) => boolean {
  const expected = digest(key)
  return (guess) => timingSafeEqual(digest(guess), expected)
}
