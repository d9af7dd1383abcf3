import { type Browser, chromium } from 'playwright-core'
import { findChromium } from '../tools/prepare/find-program.ts'

/** No sandbox for root, and none of the calls home that would disturb a measurement. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchChromium(...more: string[]): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...flags, ...more] })
}
