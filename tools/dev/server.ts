import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBuilder, type Rolldown } from 'vite'

/**
 * Builds the demo's server in this folder whenever one of its files changes, and lets `node --watch` restart it. Running the
 * sources by `tsx` takes three times as long to start, and needs loaders for style sheets. Returns what ends both.
 */
export async function runServer(
  folder: string,
  environment: { DATA_DIR: string; [name: string]: string },
  say: (line: string) => void,
): Promise<() => Promise<void>> {
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

  const { DATA_DIR: dataDir } = environment
  mkdirSync(dataDir, { recursive: true })
  // Looking for data takes a start of the database.
  const program = existsSync(join(dataDir, 'postgres')) ? 'serve' : 'continue'
  const flags = ['--watch', '--watch-preserve-output', '--enable-source-maps']
  const server = spawn(process.execPath, [...flags, join(folder, 'main.js'), program], {
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
