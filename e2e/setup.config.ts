/** Playwright asks for a default export: what is done once before all tests, and undone after them. */
export { makeInitialData as default } from './initial-data.ts'
