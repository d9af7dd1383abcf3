import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { PageEntry } from './types.ts'

const hash = v.pipe(v.string(), v.regex(/^'sha(256|384|512)-[A-Za-z0-9+/]+={0,2}'$/))
const page = v.object({
  file: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\.html$/)),
  csp: v.object({ style: v.array(hash), script: v.array(hash) }),
})
const manifest = v.object({
  release: v.pipe(v.string(), v.regex(/^[\da-f]{10}$/)),
  pages: v.record(v.string(), page),
})

/** The build's manifest: its release, and every page with its file and the hashes of its inline code. */
export interface Manifest {
  release: string
  pages: ReadonlyMap<string, PageEntry>
}

/** Thrown when the folder has no built site; the message says what to do. */
export class SiteNotBuilt extends Error {}

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, 'pages.json')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new SiteNotBuilt(`There is no built site in ${folder}: run "npm run build" first.`)
  })
  try {
    const { release, pages } = v.parse(manifest, JSON.parse(text))
    return { release, pages: new Map(Object.entries(pages)) }
  } catch {
    throw new SiteNotBuilt(`${path} is not what the build writes: run "npm run build" again.`)
  }
}
