import { serve } from '@hono/node-server'
import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'

/**
 * Runs only the data API of @supabase/lite, as a separate process that uses the database named in the first argument.
 * This program embeds the API as the package's documentation shows. Prints the server's address when the server is
 * ready.
 */
const [databaseUrl = '', key = ''] = process.argv.slice(2)
const socket = decodeURIComponent(new URL(databaseUrl).hostname)
const connection = createPostgresConnection({
  url: databaseUrl,
  // The driver accepts a socket only as a file path.
  postgresOptions: { path: `${socket}/.s.PGSQL.5432`, user: 'postgres', max: 10 },
})
const app = new App({ connection, auth: { publishable_key: key } })
await app.init()

serve(
  {
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, env) =>
      app.fetch(request, {
        peerAddress: 'incoming' in env ? (env.incoming.socket.remoteAddress ?? null) : null,
      }),
  },
  ({ port }) => console.log(`http://127.0.0.1:${port}`),
)
