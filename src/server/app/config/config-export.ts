import { isLoopback } from '#server/lib/http/request-origin.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { type Environment, originOf } from './environment.ts'

/** The settings of an export: the Supabase project that stores visitors' data, and the URL of the exported site. */
export interface ExportConfig {
  config: Config
  projectUrl: string
  publicUrl: string
}

/** Throws an error with a sentence for each missing or contradictory setting. */
export function readExportConfig({ SUPABASE_URL, ...environment }: Environment): ExportConfig {
  const config = readConfig(environment)
  const { publicUrl } = config
  const projectUrl = originOf(SUPABASE_URL?.trim() ?? '')
  const isMixed = publicUrl?.startsWith('https:') && projectUrl?.startsWith('http:') && !isLoopback(new URL(projectUrl))
  const faults = [
    projectUrl === null &&
      "SUPABASE_URL must be the address of the project that stores visitors' data, such as https://abc.supabase.co.",
    !environment.PUBLISHABLE_KEY?.trim() &&
      'PUBLISHABLE_KEY must be the publishable key of that project, which its settings show.',
    publicUrl === null && 'PUBLIC_URL must be the address at which the files will be served.',
    projectUrl !== null && projectUrl === publicUrl && 'SUPABASE_URL and PUBLIC_URL must be different addresses.',
    isMixed && 'SUPABASE_URL must be https if PUBLIC_URL is: browsers block http requests from https pages.',
  ].filter((fault) => typeof fault === 'string')
  if (projectUrl === null || publicUrl === null || faults.length > 0) throw new BadConfig(faults)
  return { config, projectUrl, publicUrl }
}
