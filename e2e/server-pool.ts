import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { RunningServer } from '#tools/testing/run-server.ts'
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
 * The servers of one worker process: one with the usual settings, which all files share, and at most one more, for files
 * that follow each other with other settings, or for one file alone.
 */
export class ServerPool {
  readonly #usual: Settings
  readonly #name: string
  #common: Promise<Place> | undefined
  #other: { settings: Settings; owner: string; place: Promise<Place> } | undefined

  constructor(usual: Settings, name: string) {
    this.#usual = usual
    this.#name = name
  }

  /** Where these settings act, which are told apart by identity; with an owner, for that file alone. */
  async at(settings: Settings, owner = ''): Promise<Place> {
    if (settings === this.#usual && !owner) {
      this.#common ??= this.#open(settings)
      return this.#common
    }
    if (this.#other?.settings !== settings || this.#other.owner !== owner) {
      await this.#endOther()
      this.#other = { settings, owner, place: this.#open(settings) }
    }
    return this.#other.place
  }

  async end(): Promise<void> {
    await this.#endOther()
    await (await this.#common)?.end()
    this.#common = undefined
  }

  async #open(settings: Settings): Promise<Place> {
    return new Place(await openFolder(this.#name), settings)
  }

  async #endOther(): Promise<void> {
    const ended = this.#other
    this.#other = undefined
    await (await ended?.place)?.end()
  }
}
