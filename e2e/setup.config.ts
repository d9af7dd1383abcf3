/** The global setup, which returns the teardown. Playwright requires a default export. */
export { createInitialData as default } from './initial-data.ts'
