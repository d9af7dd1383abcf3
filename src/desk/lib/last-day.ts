/**
 * The maximum of date fields. Without one, browsers accept years of six digits, which are valid to them and to the
 * database, but which JavaScript dates cannot all represent.
 */
export const lastDay = '9999-12-31'
