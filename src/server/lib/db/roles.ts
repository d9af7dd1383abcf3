/** The roles that a request may have; what each may do is written in the migrations. */
const ofRequests = ['anon', 'authenticated', 'service_role'] as const

/** What the server does by itself, each with rights of its own. No token gives any of these. */
const ofOurWork = [
  'backline_call_page',
  'backline_counters',
  'backline_outbox',
  'backline_upkeep',
  'backline_webhooks',
] as const

/** All of them, with the one that the auth service works as. */
export const roles = [...ofRequests, 'supabase_auth_admin', ...ofOurWork] as const

export type RequestRole = (typeof ofRequests)[number]
export type Role = (typeof roles)[number]
