import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FixedValues } from '#server/app/config/config.ts'
import { RunningServer } from '#tools/testing/run-server.ts'
import { copyInitialData } from './initial-data.ts'
import { openFolder } from './open-folder.ts'

/** Environment variables that differ from the defaults. */
export type ServerSettings = Record<string, string>

/** A server's settings, and values that environment variables cannot change. */
export interface ServerSetup {
  settings: ServerSettings
  fixed: Partial<FixedValues>
}

/** A server with its own folder, which starts when it is first used. */
export class PooledServer {
  readonly folder: string
  readonly #setup: ServerSetup
  #server: Promise<RunningServer> | undefined

  constructor(folder: string, setup: ServerSetup) {
    this.folder = folder
    this.#setup = setup
  }

  server(): Promise<RunningServer> {
    this.#server ??= this.#start()
    return this.#server
  }

  async #start(): Promise<RunningServer> {
    const dataDir = join(this.folder, 'data')
    const { settings, fixed } = this.#setup
    if (!settings.MIGRATION_URL) await copyInitialData(dataDir)
    const server = new RunningServer({ DATA_DIR: dataDir, ...settings }, { fixed })
    await server.start()
    return server
  }

  async end(): Promise<void> {
    const server = await this.#server?.catch(() => undefined)
    await server?.stop()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * The servers of one worker process. All files with the usual settings share one server. At most one other server runs
 * at a time, either for consecutive files that share unusual settings or for a single file.
 */
export class ServerPool {
  readonly #usual: ServerSettings
  readonly #name: string
  #common: Promise<PooledServer> | undefined
  #other: { settings: ServerSettings; owner: string; place: Promise<PooledServer> } | undefined

  constructor(usual: ServerSettings, name: string) {
    this.#usual = usual
    this.#name = name
  }

  /**
   * Returns the server with these settings; compares the settings by identity. If `owner` is set, only the file with
   * that name uses the server.
   */
  async at(setup: ServerSetup, owner = ''): Promise<PooledServer> {
    const { settings } = setup
    if (settings === this.#usual && !owner) {
      this.#common ??= this.#open(setup)
      return this.#common
    }
    if (this.#other?.settings !== settings || this.#other.owner !== owner) {
      await this.#endOther()
      this.#other = { settings, owner, place: this.#open(setup) }
    }
    return this.#other.place
  }

  async end(): Promise<void> {
    await this.#endOther()
    await (await this.#common)?.end()
    this.#common = undefined
  }

  async #open(setup: ServerSetup): Promise<PooledServer> {
    return new PooledServer(await openFolder(this.#name), setup)
  }

  async #endOther(): Promise<void> {
    const ended = this.#other
    this.#other = undefined
    await (await ended?.place)?.end()
  }
}
