import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/** The slow end-to-end tests use the same browser and servers as the checks, and run one file at a time. */
export default defineConfig({
  ...gate,
  testDir: 'rehearsals',
  reporter: [['list']],
  workers: 1,
  timeout: 180_000,
})
