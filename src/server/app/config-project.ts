import { isLoopback } from '#server/lib/http/loopback.ts'
import { type Environment, originOf, type Read } from './environment.ts'

/**
 * The Supabase project that site and desk work with, and what cannot be beside it: a site that works with one never sends
 * half of what it has to another place.
 */
export function readProject(read: Read, environment: Environment): { url: string | null; faults: string[] } {
  const url = read<string | null>(
    'SUPABASE_URL',
    null,
    originOf,
    'the address of a Supabase project without a path, such as https://abc.supabase.co',
  )
  if (url === null) return { url, faults: [] }
  const has = (name: string) => Boolean(environment[name]?.trim())
  const publicUrl = originOf(environment.PUBLIC_URL?.trim() ?? '')
  const isMixed = publicUrl?.startsWith('https:') && url.startsWith('http:') && !isLoopback(new URL(url))
  const faults = [
    !has('PUBLISHABLE_KEY') &&
      'PUBLISHABLE_KEY must be given beside SUPABASE_URL: the public key of that project, which its settings show.',
    url === publicUrl &&
      'SUPABASE_URL must be another address than PUBLIC_URL: without it, this server is the project of its own site.',
    isMixed &&
      'SUPABASE_URL must be https where PUBLIC_URL is: browsers refuse what an https page asks by http.',
  ]
  return { url, faults: faults.filter((fault) => fault !== false && fault !== undefined) }
}
