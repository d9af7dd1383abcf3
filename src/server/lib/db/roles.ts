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

/**
 * Whose the accounts are: our auth service's; those of a Supabase project that was moved here, which it looks after now;
 * or a project's that runs, whose auth service alone does.
 */
export type Accounts = 'ours' | 'moved' | 'project'

/** What whoever serves must be let become. Requests beside a Supabase project are that project's. */
export const rolesToBecome = (accounts: Accounts): readonly Role[] =>
  accounts === 'project' ? ofOurWork : roles
