import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** A test for one key that takes the same time however much of a guess is right. */
export function keyTest(key: string): (guess: string) => boolean {
  const expected = digest(key)
  return (guess) => timingSafeEqual(digest(guess), expected)
}
