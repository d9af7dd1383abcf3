import { pathToFileURL } from 'node:url'
import { program } from '#server/lib/test-door.ts'

export const readerForTest = async (): Promise<URL> =>
  pathToFileURL(await program(new URL('./calendar-reader.ts', import.meta.url)))
