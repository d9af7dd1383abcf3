import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBuilder, type Rolldown } from 'vite'

/**
 * Builds the demo server into this folder when one of its sources changes; `node --watch` then restarts it. With `tsx`,
 * startup would take three times as long and need loaders for style sheets. Returns a function that ends the build and
 * the server.
 */
export async function runServer(
  folder: string,
  environment: { DATA_DIR: string; [name: string]: string },
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const builder = await createBuilder({
    logLevel: 'silent',
    // The server uses React's production build, even in development.
    oxc: { jsx: { development: false } },
    // A server that starts during a build must find the old file.
    environments: {
      demo: { build: { outDir: folder, emptyOutDir: false, sourcemap: true, watch: {} } },
    },
  })
  const { demo } = builder.environments
  if (!demo) throw new Error('missing demo environment')
  const watcher = (await builder.build(demo)) as Rolldown.RolldownWatcher
  await new Promise<void>((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') say(`The server could not be built: ${event.error.message}`)
      if (event.code === 'END') resolve()
    })
  })

  const { DATA_DIR: dataDir } = environment
  mkdirSync(dataDir, { recursive: true })
  // Checks only the folder, because a check for data would require starting the database.
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

/** Waits until a server listens on this local port. */
export async function waitForPort(port: number): Promise<void> {
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
