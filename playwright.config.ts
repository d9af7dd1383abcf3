import { defineConfig } from '@playwright/test'
import { plainNameArgument } from './e2e/plain-name.ts'
import { findChromium, findWindowedChromium } from './tools/find-program.ts'

const executablePath = findChromium()
const windowed = process.env.CHROMIUM_PATH ?? findWindowedChromium()
const laptop = { width: 1440, height: 900 }

/** Quiet and self-contained: nothing of the browser's own goes out while a page is measured. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  plainNameArgument,
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.config.ts',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: false,
  // A test that passes at the second try has found something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  // For what must come sooner or later: pages send what was done every four seconds, and machines are busy. A test that
  // measures a time says it itself.
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.cache/e2e.json' }]],
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
    // Recording each step costs a sixth of the time; `--trace on` records the test that failed.
    trace: 'off',
  },
  projects: [
    { name: 'laptop', testIgnore: ['**/*.{phone,window,alone}.spec.ts'], use: { viewport: laptop } },
    // What the headless shell does not know, in the whole browser: the system's, or Playwright's own.
    {
      name: 'window',
      testMatch: '**/*.window.spec.ts',
      use: {
        viewport: laptop,
        ...(windowed
          ? { launchOptions: { args, executablePath: windowed } }
          : { channel: 'chromium', launchOptions: { args } }),
      },
    },
    // Touch and width change what a visitor meets; a file that does not care is run once.
    {
      name: 'phone',
      testMatch: '**/*.phone.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    // What has a bound in milliseconds under load: it has the machine to itself, when all others have ended.
    {
      name: 'alone',
      testMatch: '**/*.alone.spec.ts',
      workers: 1,
      dependencies: ['laptop', 'window', 'phone'],
    },
  ],
})
