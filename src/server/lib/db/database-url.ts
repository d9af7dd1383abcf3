/**
 * The servers that a PostgreSQL address names, each as an address of its own that the driver understands; null for an
 * invalid address. libpq's forms are understood: several hosts with ports of their own, a folder with a socket, `host`
 * and `port` as parameters. The driver itself takes one host.
 */
export function serversOf(databaseUrl: string): string[] | null {
  const parts = form.exec(databaseUrl)
  if (!parts) return null
  const [, user = '', authority = '', path = '', query = ''] = parts
  const parameters = new URLSearchParams(query)
  const places = authority.split(',').map(hostAndPort)
  const hosts = taken(parameters, 'host')?.split(',') ?? places.map((one) => one?.host)
  const ports = taken(parameters, 'port')?.split(',') ?? places.map((one) => one?.port)
  const isWritten = targets.includes(taken(parameters, 'target_session_attrs') ?? 'any')
  // One port stands for all, as in libpq.
  if (!isWritten || places.includes(null) || ![1, hosts.length].includes(ports.length)) return null
  // The driver treats all of these as `verify-full`, and would log a long warning about it at each start.
  const isStrict = ['prefer', 'require', 'verify-ca'].includes(parameters.get('sslmode') ?? '')
  if (isStrict && !parameters.has('uselibpqcompat')) parameters.set('sslmode', 'verify-full')
  const servers = hosts.map((host, at) => {
    const own = new URLSearchParams(parameters)
    const port = ports.length === 1 ? ports[0] : ports[at]
    if (host) own.set('host', host)
    if (port) own.set('port', port)
    return `postgres://${user}/${path}${own.size > 0 ? `?${own}` : ''}`
  })
  return servers.every((server) => URL.canParse(server.replace(/@\/(?=[^@]*$)/, '@host/'))) ? servers : null
}

/** Removes the parameter, so that the driver does not see it. */
function taken(parameters: URLSearchParams, name: string): string | null {
  const value = parameters.get(name)
  parameters.delete(name)
  return value
}

function hostAndPort(text: string): { host: string; port: string } | null {
  const [, host, port = ''] = named.exec(text) ?? []
  return host === undefined ? null : { host: host.replace(/^\[(.*)\]$/, '$1').replaceAll(/%2f/gi, '/'), port }
}

const form = /^postgres(?:ql)?:\/\/(?=.)([^/?#]*@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/
/** A host name, an IPv4 address, an IPv6 address in brackets, or the folder of a socket with its slashes as %2F. */
const named = /^(\[[\da-fA-F:.]+\]|(?:[\w.-]|%2f)*)(?::(\d{1,5}))?$/i
/** A read-only server is of no use to us. */
const targets = ['any', 'read-write', 'primary']
