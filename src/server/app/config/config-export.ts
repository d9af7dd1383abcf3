import { isLoopback } from '#server/lib/http/request-origin.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { type Environment, originOf } from './environment.ts'

/** What an export needs to know: the Supabase project that keeps what visitors send, and the address of the files. */
export interface ExportConfig {
  config: Config
  projectUrl: string
  publicUrl: string
}

/** Throws with a sentence for each setting that is missing or does not go with another. */
export function readExportConfig({ SUPABASE_URL, ...environment }: Environment): ExportConfig {
  const config = readConfig(environment)
  const { publicUrl } = config
  const projectUrl = originOf(SUPABASE_URL?.trim() ?? '')
  const isMixed =
    publicUrl?.startsWith('https:') && projectUrl?.startsWith('http:') && !isLoopback(new URL(projectUrl))
  const faults = [
    projectUrl === null &&
      'SUPABASE_URL must name the project that keeps what visitors send, such as https://abc.supabase.co: files alone keep nothing.',
    !environment.PUBLISHABLE_KEY?.trim() &&
      'PUBLISHABLE_KEY must be the public key of that project, which its settings show.',
    publicUrl === null && 'PUBLIC_URL must be the address at which the files will be served.',
    projectUrl !== null &&
      projectUrl === publicUrl &&
      'SUPABASE_URL must be another address than PUBLIC_URL: files at the address of the project would hide it.',
    isMixed &&
      'SUPABASE_URL must be https where PUBLIC_URL is: browsers refuse what an https page asks by http.',
  ].filter((fault) => typeof fault === 'string')
  if (projectUrl === null || publicUrl === null || faults.length > 0) throw new BadConfig(faults)
  return { config, projectUrl, publicUrl }
}
