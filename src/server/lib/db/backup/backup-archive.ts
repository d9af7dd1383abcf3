import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { type Contents, contentsName } from './backup-contents.ts'

/** A third of the default level's time for a fifth more bytes: requests of visitors share these processors. */
const compressionLevel = 1

export interface Entry {
  name: string
  open(): Promise<Readable>
}

/** Transforms the bytes of the archive, such as by encryption. */
export type Seal = (archive: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/** Streams the entries into a ZIP file, one after the other, and returns its size. Calls `contents` last. */
export async function writeArchive(
  sink: Writable,
  entries: readonly Entry[],
  contents: () => Promise<Contents>,
  seal: Seal,
): Promise<number> {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: unknown) => output.destroy(error as Error))
  const last = {
    name: contentsName,
    open: async () => Readable.from([Buffer.from(`${JSON.stringify(await contents(), null, 2)}\n`)]),
  }
  for (const entry of [...entries, last]) {
    // Without the wide format an entry above four gigabytes is an error.
    const options = { compressionLevel, forceZip64Format: true, mode: 0o100600 }
    zip.addReadStreamLazy(entry.name, options, (give) => {
      entry.open().then(
        (stream) =>
          give(
            null,
            stream.on('error', (error) => output.destroy(error)),
          ),
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(output, seal, meter, sink)
  return bytes
}
