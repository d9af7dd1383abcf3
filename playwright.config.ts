import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/prepare/find-program.ts'

const executablePath = findChromium()

/** Quiet and self-contained: nothing of the browser's own goes out while a page is measured. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Phones and Macs set letters at fractions of a pixel; at whole ones, widths would be those of this machine's fonts.
  '--font-render-hinting=none',
]

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/setup.config.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  // A test that passes at the second try has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 300_000,
  // For what must come sooner or later: pages send what was done every four seconds, and machines are busy.
  expect: { timeout: 60_000 },
  reporter: [['list'], ['junit', { outputFile: '.cache/e2e.xml' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // Motion is off where it is not the subject: a page that moves is not at rest.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step costs a sixth of the time; `--trace on` records the test that failed.
    trace: 'off',
  },
})
