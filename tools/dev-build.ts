import { createBuilder } from 'vite'

type Told = { code: string; error?: Error; result?: { close(): Promise<void> } }

/** Builds the server into a folder, again whenever a file of it changes. `done`: without an error, or with one. */
export async function watchServer(
  folder: string,
  done: (error: Error | null) => void,
): Promise<() => Promise<void>> {
  const builder = await createBuilder({
    logLevel: 'silent',
    environments: { demo: { build: { outDir: folder, sourcemap: true, watch: {} } } },
  })
  const { demo } = builder.environments
  if (!demo) throw new Error('the environment demo is missing')
  const watcher = (await builder.build(demo)) as unknown as {
    on(name: 'event', hear: (told: Told) => void): void
    close(): Promise<void>
  }
  watcher.on('event', ({ code, error }) => {
    if (code === 'END') done(null)
    else if (code === 'ERROR') done(error ?? new Error('the server cannot be built'))
  })
  return () => watcher.close()
}
