import { basename, relative } from 'node:path'
import type { ViteDevServer } from 'vite'

/** Says what to do after a change of the SQL, and restarts the server when there are new migrations to apply. */
export function watchSql(
  watcher: ViteDevServer['watcher'],
  say: (line: string) => void,
  restart: () => Promise<void>,
): void {
  watcher.on('all', (event, path) => {
    const file = relative('.', path)
    if (!/^supabase\/.*\.sql$/.test(file)) return
    if (file.startsWith('supabase/schemas/')) {
      say(`${file} changed. Write the migration that brings it to databases: npm run migration -- <name>`)
      return
    }
    say(
      event === 'add'
        ? `${basename(file)} is new: the server applies it as it starts.`
        : `${file} changed. Where it was applied already nothing follows it: put the change into a new migration, or ` +
            'end this and begin with a new database: npm run dev -- --fresh',
    )
    void restart()
  })
}
