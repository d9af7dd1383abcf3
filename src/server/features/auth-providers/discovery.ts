import type { ClientAuth, Configuration } from 'openid-client'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { invalid } from '#server/lib/auth/refusal.ts'
import type { Provider } from '#server/lib/auth/settings.ts'
import { isLoopback } from '#server/lib/http/request-origin.ts'

export interface Providers {
  /** Throws for a name that is not configured. */
  find: (name: unknown) => Provider
  /** What the provider says of itself, asked for once an hour. */
  reach: (provider: Provider) => Promise<Configuration>
}

const hour = 3_600_000
/** After discovery, a return asks the provider up to three things, which all fit into the deadline of a request. */
const timeoutSeconds = 3

export function openProviders({ clock, settings }: Pick<AuthContext, 'clock' | 'settings'>): Providers {
  const known = new Map<string, { configuration: Promise<Configuration>; until: number }>()
  return {
    find(name) {
      const provider = settings.providers.find((each) => each.name === name)
      if (!provider) throw invalid('Unsupported provider: provider is not enabled')
      return provider
    },
    reach(provider) {
      const before = known.get(provider.name)
      if (before && before.until > clock()) return before.configuration
      const configuration = discover(provider)
      known.set(provider.name, { configuration, until: clock() + hour })
      // A failure is not remembered: the next person asks again.
      configuration.catch(() => known.delete(provider.name))
      return configuration
    },
  }
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  // Most servers have no provider, and do not load the library at their start.
  const client = await import('openid-client')
  const url = new URL(issuer)
  /** A provider that lists no way takes Basic, the default of OpenID Connect. */
  const authentication: ClientAuth = (server, ...request) => {
    const isPosted = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    const way = isPosted ? client.ClientSecretPost : client.ClientSecretBasic
    return way(clientSecret)(server, ...request)
  }
  return client.discovery(url, clientId, { client_secret: clientSecret }, authentication, {
    timeout: timeoutSeconds,
    // The signature of an id_token is checked too, although it comes straight from the provider.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlainLoopback(url) ? [client.allowInsecureRequests] : []),
    ],
  })
}

/** Without TLS nobody knows who answers, except on this machine. */
const isPlainLoopback = (url: URL) => url.protocol === 'http:' && isLoopback(url)
