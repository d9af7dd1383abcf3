import type { Writable } from 'node:stream'

/** The keys of an object store that speaks S3, as the usual AWS variables name them. */
export interface BucketAccess {
  endPoint: string
  region: string
  accessKey: string
  secretKey: string
}

export interface Place {
  /** The backup's address for people. */
  address(name: string): string
  /** Stores the output of `fill` under this name: whole, or not at all. `signal` aborts slow steps after `fill`. */
  keep<T>(name: string, fill: (sink: Writable) => Promise<T>, signal?: AbortSignal): Promise<T>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Provides the backup as a local file while `use` runs. */
  fetch<T>(name: string, use: (path: string) => Promise<T>): Promise<T>
}

export interface PlaceMeans {
  /** Keys of an object store; null where none are set. */
  access: BucketAccess | null
  draftFolder: string
}
