/** Playwright requires a default export: the global setup, which returns the teardown. */
export { makeInitialData as default } from './initial-data.ts'
