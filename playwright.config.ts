import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/prepare/find-program.ts'

const executablePath = findChromium()

/** Keeps the browser from sending its own requests while a page is measured. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Phones and Macs position glyphs at fractions of a pixel; with hinting, widths would depend on this machine's fonts.
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/setup.config.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  // A test that passes only on a retry has found a bug.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  // The timeout is long, because pages send events every four seconds and machines may be busy.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['junit', { outputFile: '.cache/e2e.xml' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // Motion is off except in tests of motion, because a moving page never settles.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing is off, because it takes a sixth of the run time; `--trace on` records a failing test.
    trace: 'off',
  },
})
