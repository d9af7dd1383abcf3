export { startCalendars } from './upkeep.ts'

/** The build puts the compiled reader beside the server. */
export const calendarReader = new URL('./calendar-reader.js', import.meta.url)
