export { startCalendars } from './upkeep.ts'

/** The program that reads a calendar, as the build puts it beside the server. */
export const calendarReader = new URL('./calendar-reader.js', import.meta.url)
