/**
 * The HTTP status of every error code of the data API, by exact code or prefix; the longest match applies. PGRST codes
 * are PostgREST's, five-character codes are PostgreSQL's SQLSTATE codes, and HTTP codes are our own, for requests that
 * the web server itself refuses. @see https://docs.postgrest.org/en/stable/references/errors.html
 */
const statusByCode: Readonly<Record<string, number>> = {
  PGRST000: 503,
  PGRST001: 503,
  PGRST002: 503,
  PGRST003: 504,
  PGRST100: 400,
  PGRST101: 405,
  PGRST102: 400,
  PGRST103: 416,
  PGRST106: 406,
  PGRST107: 406,
  PGRST108: 400,
  PGRST116: 406,
  PGRST117: 405,
  PGRST122: 400,
  PGRST123: 400,
  PGRST125: 404,
  PGRST126: 404,
  PGRST200: 400,
  PGRST202: 404,
  PGRST203: 300,
  PGRST204: 400,
  PGRST205: 404,
  PGRST301: 401,
  PGRST302: 401,
  PGRST303: 401,
  HTTP400: 400,
  HTTP413: 413,
  HTTP415: 415,
  HTTP429: 429,
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '22': 400,
  '23': 400,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '25P02': 503,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42': 400,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 500,
  '55': 500,
  '57': 500,
  // PostgREST returns 500, but a slow statement is not a server error.
  '57014': 504,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  P0001: 400,
  XX: 500,
}

/** For each code that has two meanings, the message and the status of the rarer meaning. */
const statusByMessage: readonly { code: string; words: RegExp; status: number }[] = [
  { code: '21000', words: /requires a WHERE clause$/, status: 400 },
  { code: '22023', words: /^role ".*" does not exist$/s, status: 401 },
]

/** Returns the status for a code. A missing permission is 401 for anonymous callers and 403 for signed-in users. */
export function statusOf(code: string, signedIn: boolean, message = ''): number {
  if (code === '42501' && !signedIn) return 401
  // The database function raised this status; informational statuses (1xx) are ignored.
  const raised = /^PT([2-5]\d\d)$/.exec(code)
  if (raised) return Number(raised[1])
  const told = statusByMessage.find((entry) => entry.code === code && entry.words.test(message))
  return told?.status ?? statusByCode[code] ?? statusByCode[code.slice(0, 2)] ?? 400
}

/** The body of every error response, always with all four keys. */
export interface ErrorBody {
  code: string
  message: string
  details: string | null
  hint: string | null
}
