import { sha256 } from '@noble/hashes/sha2.js'
import { type Challenge, type DeriveKeyFunction, solveChallenge } from 'altcha-lib'

/** The library's own browser build uses Web Crypto, which needs https, so the worker hashes without it. */
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
