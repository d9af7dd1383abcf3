import { sha256 } from '@noble/hashes/sha2.js'
import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'

/** As the library's own for browsers does, which needs https: what a browser has of its own there is not always there. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const first = new Uint8Array(salt.length + password.length)
  first.set(salt)
  first.set(password, salt.length)
  let derived = sha256(first)
  for (let round = 1; round < cost; round++) derived = sha256(derived)
  return { derivedKey: derived.subarray(0, keyLength) }
}

addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey }).then(
    (solution) => postMessage(solution),
    () => postMessage(null),
  )
})
