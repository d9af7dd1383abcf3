/** The roles that a request may have; what each may do is written in `supabase/schemas`. */
const ofRequests = ['anon', 'authenticated', 'service_role'] as const

/** Roles for the server's own work, each with its own rights. No token gives any of these. */
const ofOurWork = [
  'backline_call_page',
  'backline_counters',
  'backline_outbox',
  'backline_upkeep',
  'backline_webhooks',
] as const

/** `supabase_auth_admin` is the role of the auth service. */
export const roles = [...ofRequests, 'supabase_auth_admin', ...ofOurWork] as const

export type RequestRole = (typeof ofRequests)[number]
export type Role = (typeof roles)[number]
