import type { Config } from '#server/app/config/config.ts'
import type { SiteValues } from '#server/features/pages/service.ts'

/** Values that this installation's pages show. `supabaseUrl`: the project that an export works with. */
export const siteValues = (
  config: Config,
  publicUrl: string,
  supabaseUrl: string | null = null,
): SiteValues => ({
  publicUrl,
  publishableKey: config.publishableKey,
  supabaseUrl,
  idleHours: config.auth.idleHours,
  // An export cannot know which sign-in services its project has.
  signInServices: supabaseUrl === null ? config.auth.providers.map(({ name }) => name) : [],
  passwordRule: config.auth.passwordRule,
})
