import type { FastifyRequest } from 'fastify'
import { fontRoute } from '#server/features/pages/routes.ts'
import type { LimitGroup } from '#server/lib/rate-limit/limits.ts'

/**
 * The number of bytes that bookings may add in a day; messages have the same limit. Two megabytes equal six hundred
 * typical forms or a hundred of maximum length, more than one IP address legitimately sends. The total is a hundred
 * times the rate limit per IP address; a month of flooding stores six gigabytes.
 */
const formBytes = {
  address: [{ points: 2_000_000, seconds: 86_400 }],
  everybody: [{ points: 200_000_000, seconds: 86_400 }],
} as const

/**
 * Rate limits for each IP address. An IP address often belongs to an office, a hotel or a mobile carrier's gateway, so
 * each rate limit is a multiple of what a hundred visitors behind one address do in a busy moment. A flood sends a
 * thousand times as many requests as a single visitor. A form has the same rate limits on every route.
 */
export const rateLimits = {
  // A first visit loads a page and ten files, and a later visit loads one file. A rate limit of 3,000 requests allows
  // two hundred visits a minute.
  pages: { address: [{ points: 3000, seconds: 60 }] },

  // A pack can be as large as ten megabytes. A team of fifteen can download all eight packs at once.
  packs: { address: [{ points: 120, seconds: 60 }] },

  // Monitors and load balancers send a request every few seconds, and several may share an IP address. One of the two
  // routes requires a round trip to the database.
  health: { address: [{ points: 600, seconds: 60 }] },

  // All other data API requests; only members may send these requests. The rate limit allows each of ten members behind
  // one IP address two requests a second.
  api: { address: [{ points: 1200, seconds: 60 }] },

  // The rate limit per IP address allows everyone in the audience of a talk to book and make one correction. The total
  // is ample for five calls a week: six hundred requests a minute cannot be genuine, and a lockout takes thirty IP
  // addresses. There is no rate limit per mailbox, because anyone can enter any mailbox; the database limits emails and
  // holds per mailbox.
  strategy_call_bookings: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },
  // Slots that visitors select in a booking or on the booking's page. Beyond the rate limit, a request is stored
  // without its slot. A visitor typically selects a slot and changes it once, so five selections a day allow for
  // several visitors. Without a mail server that verifies mailboxes, only this rate limit prevents a client from
  // filling the whole calendar.
  picked_times: { address: [{ points: 5, seconds: 86_400 }] },
  contact_messages: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },

  // The rate limits per IP address that section 6 of the auth contract specifies. The database also counts attempts on
  // each account, so that an attacker gains nothing from using many IP addresses.
  auth_token: { address: [{ points: 150, seconds: 300 }] },
  auth_verify: { address: [{ points: 30, seconds: 300 }] },
  auth_recover: { address: [{ points: 30, seconds: 300 }] },
  auth_resend: { address: [{ points: 30, seconds: 300 }] },
  auth_user: { address: [{ points: 30, seconds: 300 }] },
  auth_challenge: { address: [{ points: 15, seconds: 60 }] },
  auth_factor: { address: [{ points: 15, seconds: 60 }] },
  // Enough for twenty members behind one IP address who load their accounts and sign out.
  auth: { address: [{ points: 300, seconds: 60 }] },
  // An owner sets up a webhook and tests it a few times. Each test calls a different server.
  webhooks: { address: [{ points: 60, seconds: 300 }] },
  // A host adds a calendar and tests it a few times. Each test calls another server, in its own thread.
  calendars: { address: [{ points: 60, seconds: 300 }] },
  // Calendar programs fetch the feed every few minutes. Several programs may share an office's IP address, and large
  // providers fetch for many users from few IP addresses.
  feeds: { address: [{ points: 300, seconds: 300 }] },
  // The pages that emails link to. A user needs two of these pages.
  account: { address: [{ points: 60, seconds: 300 }] },

  // The buttons on a call's page; a visitor presses two of them. The database counts the changes to each call
  // separately.
  visitor_call: { address: [{ points: 30, seconds: 300 }] },
  // Requests for a link to a visitor's data. A visitor requests the link once. Emails go only to mailboxes that wrote
  // to us, and each mailbox receives at most a few a day (`private.request_own_data`). A total rate limit is not used,
  // because a dozen IP addresses could reach it and block the page. Requests with the link count as `visitor_call`.
  own_data: { address: [{ points: 10, seconds: 3600 }] },
  // Test emails that members send to themselves. Each test waits for a mail server. Test emails are also limited per
  // account, because a team shares an IP address.
  letter_test: {
    address: [{ points: 60, seconds: 600 }],
    account: [{ points: 20, seconds: 600 }],
    everybody: [{ points: 60, seconds: 600 }],
  },

  // Counted by row: an active visitor causes thirty rows a minute. 6,000 rows a minute allow two hundred such visitors
  // behind one IP address; the server can store a hundred times as many. Counted by byte: a visit causes a hundred rows
  // of 400 bytes. Twenty megabytes a day allow five hundred visits from one IP address; the total allows ten thousand
  // visits, more than the site of a firm with five calls a week receives.
  user_interactions: {
    address: [{ points: 6000, seconds: 60 }],
    bytes: {
      address: [{ points: 20_000_000, seconds: 86_400 }],
      everybody: [{ points: 400_000_000, seconds: 86_400 }],
    },
  },
} as const satisfies Record<string, LimitGroup>

type GroupName = keyof typeof rateLimits

const tables = ['strategy_call_bookings', 'contact_messages', 'user_interactions'] as const

const groupByForm: Readonly<Record<string, GroupName>> = {
  '/forms/booking': 'strategy_call_bookings',
  '/forms/message': 'contact_messages',
  '/call/hold': 'visitor_call',
  '/call/propose': 'visitor_call',
  '/call/move': 'visitor_call',
  '/call/cancel': 'visitor_call',
  '/your-data': 'own_data',
  '/your-data/open': 'visitor_call',
  '/your-data/file': 'visitor_call',
  '/your-data/erase': 'visitor_call',
}

const authGroups: Readonly<Record<string, GroupName>> = {
  'POST /auth/v1/token': 'auth_token',
  'POST /auth/v1/passkeys/authentication/options': 'auth_token',
  'POST /auth/v1/passkeys/authentication/verify': 'auth_token',
  'GET /auth/v1/verify': 'auth_verify',
  'POST /auth/v1/verify': 'auth_verify',
  'POST /auth/v1/recover': 'auth_recover',
  'POST /auth/v1/resend': 'auth_resend',
  'PUT /auth/v1/user': 'auth_user',
  'POST /auth/v1/factors/:id/challenge': 'auth_challenge',
  'POST /auth/v1/factors/:id/verify': 'auth_factor',
  'POST /auth/v1/factors/recovery-codes/verify': 'auth_factor',
}

/**
 * Returns the group of rate limits for a request. The group depends on the matched route, because the URL of a route
 * can be spelled in many ways.
 */
export function groupOf(request: FastifyRequest): GroupName {
  const { url: route = '' } = request.routeOptions
  const isPost = request.method === 'POST'
  if (route.startsWith('/rest/')) {
    const { table = '' } = request.params as { table?: string }
    return (isPost && tables.find((name) => name === table)) || 'api'
  }
  if (route.startsWith('/auth/')) return authGroups[`${request.method} ${route}`] ?? 'auth'
  if (route.startsWith('/webhooks/')) return 'webhooks'
  if (route.startsWith('/calendars/')) return 'calendars'
  // An owner tests the mailbox a few times, and members download files.
  if (route.startsWith('/mailbox/')) return route.includes('/files/') ? 'auth' : 'calendars'
  if (route.startsWith('/calendar/')) return 'feeds'
  if (route.startsWith('/letters/')) return isPost && route === '/letters/v1/test' ? 'letter_test' : 'api'
  if (route.startsWith('/ready/')) return isPost && route === '/ready/v1/letter' ? 'letter_test' : 'api'
  if (route.startsWith('/account/')) return 'account'
  if (isPost) return groupByForm[route] ?? 'pages'
  // Browsers keep the font, a single file, for a year. Requests for the font do not count as page requests.
  if (route.startsWith('/packs/') || route === fontRoute) return 'packs'
  return ['/healthz', '/readyz', '/metrics'].includes(route) ? 'health' : 'pages'
}
