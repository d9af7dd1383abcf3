import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBuilder } from 'vite'

interface Built {
  main: string
  /** Whether the compiled output differs from the last one: a changed comment or type does not restart the server. */
  isNew: boolean
}

interface Watcher {
  on(name: 'event', hear: (told: { code: string; error?: Error }) => void): void
  close(): Promise<void>
}

/**
 * Builds the server into a folder and builds it again whenever one of its files changes. Returns the function that
 * stops it.
 */
export async function watchServer(
  folder: string,
  told: { built(built: Built): void; failed(error: Error): void },
): Promise<() => Promise<void>> {
  const builder = await createBuilder({
    logLevel: 'silent',
    // The server uses React's production build, in development too.
    oxc: { jsx: { development: false } },
    // A server that starts at this moment must find the file.
    environments: { demo: { build: { outDir: folder, emptyOutDir: false, sourcemap: true, watch: {} } } },
  })
  const { demo } = builder.environments
  if (!demo) throw new Error('the environment demo is missing')
  const watcher = (await builder.build(demo)) as unknown as Watcher
  const main = join(folder, 'main.js')
  let known = ''
  const compare = (text: string) => {
    const isNew = text !== known
    known = text
    told.built({ main, isNew })
  }
  watcher.on('event', ({ code, error }) => {
    if (code === 'ERROR') told.failed(error ?? new Error('The reason was not said.'))
    if (code === 'END') readFile(main, 'utf8').then(compare, () => compare(''))
  })
  return () => watcher.close()
}
