import type { SiteValues } from '#server/features/pages/service.ts'
import type { Config } from './config.ts'

/** What this installation says in its pages. */
export const siteValues = (config: Config, publicUrl: string): SiteValues => ({
  publicUrl,
  publishableKey: config.publishableKey,
  supabaseUrl: config.supabaseUrl,
  idleHours: config.auth.idleHours,
  passwordRule: config.auth.passwordRule,
})
