import { once } from 'node:events'
import { cp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join, relative, resolve } from 'node:path'
import { BadConfig, type Config, readConfig } from '#server/app/config/config.ts'
import { urlOf } from '#server/app/running/runtime.ts'
import { startSentence } from '#server/app/running/run.ts'
import { webManifest } from '#tools/build/organization.ts'
import { freePort } from '#tools/testing/free-port.ts'
import { answering } from './answer.ts'
import { DevServer } from './server.ts'
import { writeStandIns } from './stand-ins.ts'
import { openVite, tellChanged } from './vite.ts'

/**
 * The site, the desk and the server at one address, each updated in place while its sources change: `npm run dev`.
 * Vite is in front and proxies everything that it does not answer to the server, which holds the demo's quarter.
 */
const ownFolder = join('data', 'dev')
const cache = resolve('.cache/dev')
const siteFolder = join(cache, 'site')
const say = (line: string) => process.stdout.write(`${line}\n`)

let config: Config | null = null
try {
  config = readConfig({ ...process.env, DATA_DIR: process.env.DATA_DIR?.trim() || ownFolder })
  await develop(config)
} catch (error) {
  console.error(startSentence(error, config) ?? error)
  process.exit(1)
}

async function develop({ host, port, dataDir, databaseUrl, publicUrl: named }: Config): Promise<void> {
  if (process.argv.includes('--fresh')) await beginAnew(dataDir, databaseUrl)
  const serverPort = await freePort()
  const front = createServer()
  front.listen(port, host)
  await once(front, 'listening')
  const publicUrl = named ?? urlOf(host, (front.address() as AddressInfo).port)

  const server = new DevServer({
    folder: join(cache, 'server'),
    environment: { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1', DATA_DIR: dataDir },
    port: serverPort,
    dataDir,
    say,
  })
  const opened = openVite({
    front,
    publicUrl,
    cacheDir: join(cache, 'vite'),
    server,
    passBack: (...passed) => void answers.then(({ passBack }) => passBack(...passed)),
  })
  const answers = opened.then((vite) => answering({ vite, server, publicUrl, mail: join(dataDir, 'mail') }))
  // The port is open already, and an open tab asks at once: what comes early waits for Vite.
  front.on('request', (request, response) => void answers.then(({ answer }) => answer(request, response)))
  const vite = await opened

  await writeStandIns(siteFolder)
  await cp('made/site', siteFolder, { recursive: true })
  await writeFile(join(siteFolder, 'manifest.webmanifest'), webManifest)
  await cp('made/packs', join(cache, 'packs'), { recursive: true })
  const stopBuild = await server.watch({
    restart: () => void restart(),
    failed(message) {
      say(message)
      vite.environments.client.hot.send({ type: 'error', err: { message, stack: '' } })
    },
  })
  vite.watcher.on('all', (event, path) => {
    const file = relative('.', path)
    if (!/^supabase\/.*\.sql$/.test(file)) return
    if (file.startsWith('supabase/schemas/'))
      return say(
        `${file} changed. Write the migration that brings it to databases: npm run migration -- <name>`,
      )
    if (event === 'add') say(`${basename(file)} is new: the server applies it as it starts.`)
    else {
      say(
        `${file} changed. Where it was applied already nothing follows it: put the change into a new migration,`,
      )
      say('or end this and begin with a new database: npm run dev -- --fresh')
    }
    void restart()
  })
  say(`Backline is at ${publicUrl}, its letters at ${publicUrl}/mail/`)

  async function restart(): Promise<void> {
    const started = performance.now()
    await server.start().then(
      () => say(`The server is there after ${((performance.now() - started) / 1000).toFixed(1)} s.`),
      () => {},
    )
    tellChanged(vite)
  }

  async function end(): Promise<void> {
    await Promise.all([stopBuild(), server.close(), vite.close()])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.once(signal, () => void end())
}

/** Removes our own temporary folder; a data folder that the developer named may hold real data and stays. */
async function beginAnew(dataDir: string, databaseUrl: string | null): Promise<void> {
  if (databaseUrl || dataDir !== resolve(ownFolder)) {
    throw new BadConfig([`--fresh begins anew in ${ownFolder} alone: without DATA_DIR and DATABASE_URL.`])
  }
  await rm(dataDir, { recursive: true, force: true })
}
