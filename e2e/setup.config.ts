/** The global setup, which returns the teardown. Playwright requires a default export. */
export { makeInitialData as default } from './initial-data.ts'
