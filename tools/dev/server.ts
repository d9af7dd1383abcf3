import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBuilder, type Rolldown } from 'vite'

interface Options {
  /** Where it is built. */
  folder: string
  environment: Record<string, string>
  dataDir: string
  say: (line: string) => void
}

/**
 * Builds the demo's server whenever one of its files changes, and lets `node --watch` restart it. Running the sources by
 * `tsx` takes three times as long to start, and needs loaders for style sheets. Returns what ends both.
 */
export async function runServer({
  folder,
  environment,
  dataDir,
  say,
}: Options): Promise<() => Promise<void>> {
  const builder = await createBuilder({
    logLevel: 'silent',
    // The server uses React's production build, in development too.
    oxc: { jsx: { development: false } },
    // A server that starts at this moment must find the file.
    environments: {
      demo: { build: { outDir: folder, emptyOutDir: false, sourcemap: true, watch: {} } },
    },
  })
  const { demo } = builder.environments
  if (!demo) throw new Error('the environment demo is missing')
  const watcher = (await builder.build(demo)) as Rolldown.RolldownWatcher
  await new Promise<void>((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') say(`The server cannot be built: ${event.error.message}`)
      if (event.code === 'END') resolve()
    })
  })

  mkdirSync(dataDir, { recursive: true })
  // Looking for data takes a start of the database.
  const program = existsSync(join(dataDir, 'postgres')) ? 'serve' : 'continue'
  const words = [
    '--watch',
    '--watch-preserve-output',
    '--enable-source-maps',
    join(folder, 'main.js'),
    program,
  ]
  const server = spawn(process.execPath, words, {
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const log = createWriteStream(join(dataDir, 'server.log'), { flags: 'a' })
  createInterface({ input: server.stderr }).on('line', (line) => {
    log.write(`${line}\n`)
    if (!line.startsWith('{"level":"info"')) say(line)
  })
  return async () => {
    const ended = once(server, 'close')
    server.kill('SIGTERM')
    await Promise.all([ended, watcher.close()])
  }
}

/** Waits until something listens at this port of the machine. */
export async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return
    } catch {
      await sleep(100)
    } finally {
      socket.destroy()
    }
  }
}
