import type { Writable } from 'node:stream'

/** The keys of an object store that speaks S3, as the usual AWS variables name them. */
export interface BucketAccess {
  endPoint: string
  region: string
  accessKey: string
  secretKey: string
  sessionToken?: string
}

/** Where backups are kept. */
export interface Place {
  /** As people read it. */
  address(name: string): string
  /** Keeps what `fill` writes under this name: whole, or not at all. `signal` breaks off what may take long after `fill`. */
  keep<T>(name: string, fill: (sink: Writable) => Promise<T>, signal?: AbortSignal): Promise<T>
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Gives a file on this machine with the backup, for as long as `use` takes. */
  fetch<T>(name: string, use: (path: string) => Promise<T>): Promise<T>
}

export interface PlaceMeans {
  /** Keys of an object store; null where none are set. */
  access: BucketAccess | null
  /** Where a backup is written before it is uploaded. */
  draftFolder: string
}
