export { findChromium } from '../tools/find-program.ts'

/** No sandbox for root, and none of the calls home that would disturb a measurement. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
