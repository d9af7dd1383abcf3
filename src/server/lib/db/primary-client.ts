import pg from 'pg'
import { serversOf } from './database-url.ts'
import { takesNoWrites } from './read-only.ts'

/** How long a server has to answer whether it takes writes; a silent one counts as down. */
const askMilliseconds = 3000
/** How long new connections rely on the answer. */
const freshMilliseconds = 2000

/** How to reach a database; `Client` is what makes its connections, where that takes more than an address. */
export type Way = pg.ClientConfig & { Client?: typeof pg.Client }

export const clientOf = ({ Client = pg.Client, ...config }: Way): pg.Client => new Client(config)

/** How to reach a PostgreSQL address: where it names several servers, the one that takes writes. */
export function wayTo(databaseUrl: string): Way {
  const servers = serversOf(databaseUrl)
  const [connectionString] = servers ?? []
  if (!servers || !connectionString) throw new TypeError('no address of a PostgreSQL')
  return servers.length > 1 ? { connectionString, Client: primaryClient(servers) } : { connectionString }
}

interface Place {
  host: string
  port: number
  writes: boolean
}

/**
 * A client of a database on several servers, of which one takes writes: each connection goes to that one. While none
 * does, it goes to one that answers, so that the caller gets its error.
 */
function primaryClient(servers: readonly string[]): typeof pg.Client {
  const finder = new Finder(servers)
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
      // The pool adds its error listener when it gets the client, and this connection may break earlier.
      this.on('error', () => {})
      const { writes, host, port } = await finder.find()
      Object.assign(this, { host, port })
      try {
        const client = await connect()
        if (!writes || !(await takesNoWrites(client))) return client
        await client.end()
        throw new Error('Connection terminated: another server takes the writes now')
      } catch (error) {
        finder.forget()
        throw error
      }
    }
  }
}

class Finder {
  #found: Promise<Place> | null = null
  #until = 0
  readonly #servers: readonly string[]

  constructor(servers: readonly string[]) {
    this.#servers = servers
  }

  find(): Promise<Place> {
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

  /** Asks all servers at once: an unreachable one costs no time while another answers. */
  async #look(): Promise<Place> {
    const asked = this.#servers.map(ask)
    const writing = asked.map(async (answer) => {
      const place = await answer
      if (!place.writes) throw new Error('takes no writes')
      return place
    })
    try {
      return await Promise.any(writing)
    } catch {
      const place = await Promise.any(asked).catch(() => asked[0])
      if (!place) throw new Error('no server is named')
      return place
    }
  }
}

async function ask(connectionString: string): Promise<Place> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: askMilliseconds,
    query_timeout: askMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return { host: client.host, port: client.port, writes: !(await takesNoWrites(client)) }
  } finally {
    void client.end().catch(() => {})
  }
}
