/**
 * The last day that a date field takes. Without one browsers take years of six digits, which are valid to them and to
 * the database, and which no clock of this program can show.
 */
export const lastDay = '9999-12-31'
