import { basename, relative } from 'node:path'
import type { ViteDevServer } from 'vite'

/** Says what to do about a change of the database, and starts the server anew where it has something to apply. */
export function watchSql(
  watcher: ViteDevServer['watcher'],
  say: (line: string) => void,
  restart: () => Promise<void>,
): void {
  watcher.on('all', (event, path) => {
    const file = relative('.', path)
    if (!/^supabase\/.*\.sql$/.test(file)) return
    if (event === 'add' && file.startsWith('supabase/migrations/')) {
      say(`${basename(file)} is new: the server applies it as it starts.`)
      return void restart()
    }
    say(
      `${file} changed. What is applied already stays as it was: write a migration, or end this and begin anew with ` +
        `npm run dev -- --fresh`,
    )
    void restart()
  })
}
