import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RunningServer } from '#tools/run-server.ts'
import { copyInitialData } from './initial-data.ts'
import { openFolder } from './open-folder.ts'

/** Environment settings that differ from the defaults. */
export type Settings = Record<string, string>

/** A server with a folder of its own, started at first use. */
export class Place {
  readonly folder: string
  readonly #settings: Settings
  #server: Promise<RunningServer> | undefined

  constructor(folder: string, settings: Settings) {
    this.folder = folder
    this.#settings = settings
  }

  server(beginsEmpty: boolean): Promise<RunningServer> {
    this.#server ??= this.#start(beginsEmpty)
    return this.#server
  }

  async #start(beginsEmpty: boolean): Promise<RunningServer> {
    const dataDir = join(this.folder, 'data')
    if (!beginsEmpty && !this.#settings.MIGRATION_URL) await copyInitialData(dataDir)
    const server = new RunningServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off', ...this.#settings })
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
 * The servers of one worker process: one shared by all files with the default settings, and at most one more, for the
 * current file if it has its own settings. A worker process for each such file would load the tests and start a
 * browser anew.
 */
export class ServerPool {
  readonly #shared: Settings
  readonly #name: string
  readonly #places = new Map<Settings, Promise<Place>>()

  constructor(shared: Settings, name: string) {
    this.#shared = shared
    this.#name = name
  }

  /** Settings are compared by identity, so a file that declares its own has its own server. */
  async at(settings: Settings): Promise<Place> {
    const known = this.#places.get(settings)
    if (known) return known
    await this.#end((other) => other !== this.#shared)
    const place = openFolder(this.#name).then((folder) => new Place(folder, settings))
    this.#places.set(settings, place)
    return place
  }

  async end(): Promise<void> {
    await this.#end(() => true)
  }

  async #end(which: (settings: Settings) => boolean): Promise<void> {
    for (const [settings, place] of [...this.#places].filter(([settings]) => which(settings))) {
      this.#places.delete(settings)
      await (await place).end()
    }
  }
}
