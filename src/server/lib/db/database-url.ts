import pg from 'pg'
import { isReadOnlyServer } from './errors.ts'

/**
 * Splits a PostgreSQL URL into one URL per server, because the driver accepts only a single host. Returns null
 * for an invalid URL. Supports libpq's forms: several hosts with their own ports, a socket folder, and `host` and
 * `port` as parameters.
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
  // A single port applies to all hosts, as in libpq.
  if (!isWritten || places.includes(null) || ![1, hosts.length].includes(ports.length)) return null
  // The driver treats all of these SSL modes like `verify-full`, and logs a long warning about them at each start.
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

/** Removes the parameter, so that the driver does not see it, and returns its value. */
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
/** A host name, an IPv4 address, an IPv6 address in brackets, or a socket folder with slashes as %2F. */
const named = /^(\[[\da-fA-F:.]+\]|(?:[\w.-]|%2f)*)(?::(\d{1,5}))?$/i
/** Backline cannot use read-only servers. */
const targets = ['any', 'read-write', 'primary']

/**
 * Milliseconds within which a server must report whether it accepts writes. A server that does not respond in time
 * counts as down.
 */
const askMilliseconds = 3000
/** Milliseconds for which new connections reuse the last known state of a server. */
const freshMilliseconds = 2000

/** Connection settings for a database. If there are several servers, `Client` creates the connections. */
export type ConnectionConfig = pg.ClientConfig & { Client?: typeof pg.Client }

export const newDatabaseClient = ({ Client = pg.Client, ...config }: ConnectionConfig): pg.Client => new Client(config)

/**
 * The connection settings for a database URL. If the URL lists several servers, each connection goes to the server that
 * accepts writes.
 */
export function connectionConfigFor(databaseUrl: string): ConnectionConfig {
  const servers = serversOf(databaseUrl)
  const [connectionString] = servers ?? []
  if (!servers || !connectionString) throw new TypeError('invalid PostgreSQL address')
  return servers.length > 1 ? { connectionString, Client: primaryClient(servers) } : { connectionString }
}

interface ServerAddress {
  host: string
  port: number
  writes: boolean
}

/**
 * A client for several servers. Each connection goes to the server that accepts writes. If no server accepts writes,
 * the connection goes to any server that responds, so that the caller gets that server's error.
 */
function primaryClient(servers: readonly string[]): typeof pg.Client {
  const finder = new PrimaryFinder(servers)
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: never) => void): Promise<pg.Client> | undefined {
      const connected = this.#connect(() => super.connect())
      if (!callback) return connected
      const say = callback as (error: Error | null) => void
      connected.then(() => say(null), say)
      return undefined
    }

    async #connect(connect: () => Promise<pg.Client>): Promise<pg.Client> {
      // The pool adds its error listener only when it receives the client, and the connection may break before that.
      this.on('error', () => {})
      const { writes, host, port } = await finder.find()
      Object.assign(this, { host, port })
      try {
        const client = await connect()
        if (!writes || !(await isReadOnlyServer(client))) return client
        await client.end()
        throw new Error('Connection terminated: another server is now the primary')
      } catch (error) {
        finder.forget()
        throw error
      }
    }
  }
}

class PrimaryFinder {
  #found: Promise<ServerAddress> | null = null
  #until = 0
  readonly #servers: readonly string[]

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  find(): Promise<ServerAddress> {
    if (!this.#found || performance.now() > this.#until) {
      const looking = this.#look()
      this.#found = looking
      this.#until = Number.POSITIVE_INFINITY
      looking.then(
        () => (this.#until = performance.now() + freshMilliseconds),
        () => this.forget(),
      )
    }
    return this.#found
  }

  forget(): void {
    this.#found = null
  }

  /** Queries all servers at once, so that an unreachable server causes no delay if another one responds. */
  async #look(): Promise<ServerAddress> {
    const asked = this.#servers.map(probeServer)
    const writing = asked.map(async (answer) => {
      const place = await answer
      if (!place.writes) throw new Error('server is read-only')
      return place
    })
    try {
      return await Promise.any(writing)
    } catch {
      const place = await Promise.any(asked).catch(() => asked[0])
      if (!place) throw new Error('address lists no server')
      return place
    }
  }
}

async function probeServer(connectionString: string): Promise<ServerAddress> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: askMilliseconds,
    query_timeout: askMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { host: client.host, port: client.port, writes: !(await isReadOnlyServer(client)) }
  } finally {
    void client.end().catch(() => {})
  }
}
