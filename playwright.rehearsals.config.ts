import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/** The slow end-to-end tests: with the browser and servers of the checks, one file at a time. */
export default defineConfig({
  ...gate,
  testDir: 'rehearsals',
  reporter: [['list']],
  workers: 1,
  timeout: 180_000,
})
