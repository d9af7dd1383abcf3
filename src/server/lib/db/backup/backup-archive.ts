import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import { type Contents, contentsName } from './backup-contents.ts'

/** A third of the time of the usual level, for a fifth more bytes: visitors wait for the same processors. */
const compressionLevel = 1

export interface Entry {
  name: string
  open(): Promise<Readable>
}

/** What an archive passes through on its way out. */
export type Seal = (archive: AsyncIterable<Buffer>) => AsyncIterable<Uint8Array>

/** Streams the entries into a ZIP file, one after the other, and gives its size. The contents are asked for at the end. */
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
