import { defineConfig } from '@playwright/test'
import gate from './playwright.config.ts'

/** The journeys that are rehearsed: the gate's browser and servers, one file after the other. */
export default defineConfig({
  ...gate,
  testDir: 'rehearsals',
  reporter: [['list']],
  workers: 1,
  timeout: 180_000,
})
