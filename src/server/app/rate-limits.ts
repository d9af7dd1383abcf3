import type { FastifyRequest } from 'fastify'
import { fontRoute } from '#server/features/pages/routes.ts'
import type { Group } from '#server/lib/rate-limit/limits.ts'

/**
 * Bytes that bookings, or messages, may add in a day. Two megabytes are six hundred of usual length, or a hundred of
 * maximum length, more than an audience behind one address sends. The total equals a hundred addresses at their limit:
 * a month of flooding takes six gigabytes.
 */
const formBytes = {
  address: [{ points: 2_000_000, seconds: 86_400 }],
  everybody: [{ points: 200_000_000, seconds: 86_400 }],
} as const

/**
 * Limits for each address. An address is often a whole office, a hotel or the gateway of a mobile carrier, so each
 * number is a multiple of what a hundred visitors behind one address do in a busy moment; a flood is a thousand times
 * what one of them does. A form has the same limits on every route.
 */
export const rateLimits = {
  // A first visit loads a page and about ten files, a later view one. 3,000 are two hundred visits a minute.
  pages: { address: [{ points: 3000, seconds: 60 }] },

  // A pack has up to ten megabytes. A team of fifteen can download all eight at once.
  packs: { address: [{ points: 120, seconds: 60 }] },

  // Monitors and load balancers send a request every few seconds, several from one address; one of the two routes costs
  // a round trip to the database.
  health: { address: [{ points: 600, seconds: 60 }] },

  // All other requests to the data API: requests of the team, of whom ten behind one address may make two a second
  // each, and requests that visitors may not make.
  api: { address: [{ points: 1200, seconds: 60 }] },

  // By address, for the audience of a talk, in which everyone books and corrects once. In total, because the week has
  // five calls: six hundred a minute cannot be real, and locking visitors out takes thirty addresses at their limit.
  // Never by mailbox, because anyone can enter one. The database limits emails and holds by mailbox.
  strategy_call_bookings: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },
  // Slots that visitors select, in a booking or on its page; past the limit a request is stored without its slot. One
  // visitor selects one and changes it; five a day allow for several visitors. Without a mail server to verify
  // mailboxes, only this keeps a client from taking the whole calendar.
  picked_times: { address: [{ points: 5, seconds: 86_400 }] },
  contact_messages: {
    address: [
      { points: 20, seconds: 60 },
      { points: 100, seconds: 3600 },
    ],
    everybody: [{ points: 600, seconds: 60 }],
    bytes: formBytes,
  },

  // The limits by address that section 6 of the auth contract specifies. Attempts on one account are counted
  // separately, in the database, so that an attacker with many addresses counts as one.
  auth_token: { address: [{ points: 150, seconds: 300 }] },
  auth_verify: { address: [{ points: 30, seconds: 300 }] },
  auth_recover: { address: [{ points: 30, seconds: 300 }] },
  auth_resend: { address: [{ points: 30, seconds: 300 }] },
  auth_user: { address: [{ points: 30, seconds: 300 }] },
  auth_challenge: { address: [{ points: 15, seconds: 60 }] },
  auth_factor: { address: [{ points: 15, seconds: 60 }] },
  // A team of twenty behind one address, who load their accounts and sign out.
  auth: { address: [{ points: 300, seconds: 60 }] },
  // An owner sets up a webhook and tests it a few times. Each test calls another server.
  webhooks: { address: [{ points: 60, seconds: 300 }] },
  // A host adds a calendar and tests it a few times. Each test calls another server, in its own thread.
  calendars: { address: [{ points: 60, seconds: 300 }] },
  // Calendar programs fetch every few minutes: several from one office address, and large providers for many users from
  // few addresses.
  feeds: { address: [{ points: 300, seconds: 300 }] },
  // The pages that emails link to: a user needs two.
  account: { address: [{ points: 60, seconds: 300 }] },

  // The buttons of a call's page, of which a visitor presses two. Changes of one call are counted separately, in the
  // database.
  visitor_call: { address: [{ points: 30, seconds: 300 }] },
  // Requests for a link to a visitor's data. Visitors request it once; emails go only to mailboxes that wrote to us, a
  // few a day to each (`private.ask_own_data`). There is no limit in total, because a dozen addresses would reach it
  // and close the page. Requests with the link count as `visitor_call`.
  own_data: { address: [{ points: 10, seconds: 3600 }] },
  // Test emails that members send to themselves. Each waits for a mail server. By account too, because a team shares an
  // address.
  letter_test: {
    address: [{ points: 60, seconds: 600 }],
    account: [{ points: 20, seconds: 600 }],
    everybody: [{ points: 60, seconds: 600 }],
  },

  // By row: an active visitor causes thirty a minute. 6,000 are two hundred such visitors behind one address, and a
  // hundredth of what the server can store. By byte: a visit causes a hundred rows of 400 bytes. Twenty megabytes a day
  // are five hundred visits behind one address; the total is ten thousand, more than the site of a firm with five calls
  // a week has.
  user_interactions: {
    address: [{ points: 6000, seconds: 60 }],
    bytes: {
      address: [{ points: 20_000_000, seconds: 86_400 }],
      everybody: [{ points: 400_000_000, seconds: 86_400 }],
    },
  },
} as const satisfies Record<string, Group>

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
 * The group of limits for a request. It depends on the matched route and not on the address, because one route can be
 * spelled in many ways.
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
  if (route.startsWith('/calendar/')) return 'feeds'
  if (route.startsWith('/letters/')) return isPost && route === '/letters/v1/test' ? 'letter_test' : 'api'
  if (route.startsWith('/ready/')) return isPost && route === '/ready/v1/letter' ? 'letter_test' : 'api'
  if (route.startsWith('/account/')) return 'account'
  if (isPost) return groupByForm[route] ?? 'pages'
  // The font is one file that browsers keep for a year. It is not counted with the pages.
  if (route.startsWith('/packs/') || route === fontRoute) return 'packs'
  return ['/healthz', '/readyz', '/metrics'].includes(route) ? 'health' : 'pages'
}
